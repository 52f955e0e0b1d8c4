import { QueryClient } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createInboxClient } from '../../src/client/index.ts'
import { type InboxProviderProps, useMarkAs, useUnseenCount } from '../../src/hooks/index.ts'
import { createTestService, makeNotifications } from '../../src/testing/index.ts'
import { renderInbox } from './inboxHarness.tsx'
import { pass } from './pages.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('another service is asked where it is, and through the fetch that came with it', async () => {
  const asked: [by: string, path: string][] = []
  const service = createTestService({ notifications: makeNotifications(2) })
  const through =
    (by: string): typeof fetch =>
    (input, init) => {
      asked.push([by, new URL(String(input), location.href).pathname.replace(/\/v1.*/, '')])
      return service.fetch(input, init)
    }
  const props: Partial<InboxProviderProps> = { baseUrl: '/one', fetch: through('first') }
  const { rerender, result } = renderInbox(service, useUnseenCount, props)
  await pass(100)
  Object.assign(props, { baseUrl: '/two', fetch: through('second') })
  rerender()
  await pass(100)
  expect(asked).toEqual([
    ['first', '/one'],
    ['second', '/two'],
  ])
  expect(result.current.count).toBe(2)
})

describe('who asks', () => {
  /** An inbox whose requests are noted with the token that they bring: "/ada/ by ada". */
  const setUp = () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const asked: string[] = []
    const note: typeof fetch = (input, init) => {
      const subscriber = /subscribers\/(\w+)/.exec(String(input))?.[1] ?? ''
      asked.push(`${init?.method ?? 'GET'} ${subscriber} by ${new Headers(init?.headers).get('authorization')}`)
      return service.fetch(input, init)
    }
    const by = (authorization: string): Partial<InboxProviderProps> => ({ fetch: note, headers: { authorization } })
    const askedAfter = async (ms: number) => {
      asked.length = 0
      await pass(ms)
      return [...new Set(asked)]
    }
    return { service, note, by, askedAfter }
  }

  it('is whom a new provider of the same inbox says, and not the one before it', async () => {
    const { service, by, askedAfter } = setUp()
    const queryClient = new QueryClient()
    const first = renderInbox(service, useUnseenCount, { queryClient, ...by('old') })
    await pass(100)
    first.unmount()
    await pass(10_000)
    renderInbox(service, useUnseenCount, { queryClient, ...by('new') })
    expect(await askedAfter(60_000)).toEqual([`GET ${service.subscriberId} by new`])
  })

  it('is the previous subscriber for what that one’s inbox still has to send', async () => {
    const { service, by, askedAfter } = setUp()
    const props: Partial<InboxProviderProps> = { subscriberId: 'ada', ...by('ada') }
    const { result, rerender } = renderInbox(service, () => useMarkAs(), props)
    await pass(100)
    act(() => result.current.mutate({ messageId: 'n0', markAs: 'read' }))
    Object.assign(props, { subscriberId: 'grace', ...by('grace') })
    rerender()
    expect(await askedAfter(1_000)).toEqual(['POST ada by ada'])
  })

  it('is the client that was handed over last', async () => {
    const { service, note, askedAfter } = setUp()
    const client = (authorization: string) =>
      createInboxClient({ baseUrl: 'https://example.test/api', fetch: note, headers: { authorization } })
    const props: Partial<InboxProviderProps> = { client: client('old') }
    const { rerender } = renderInbox(service, useUnseenCount, props)
    await pass(100)
    props.client = client('new')
    rerender()
    expect(await askedAfter(60_000)).toEqual([`GET ${service.subscriberId} by new`])
  })
})
