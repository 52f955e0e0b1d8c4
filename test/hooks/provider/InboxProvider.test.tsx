import { QueryClient } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createInboxClient } from '../../../src/client/index.ts'
import { InboxProvider, type InboxProviderProps, useMarkAs, useUnseenCount } from '../../../src/hooks/index.ts'
import { createTestService, inboxProps, makeNotifications } from '../../../src/testing/index.ts'
import { pass } from '../../setup/pass.ts'
import { renderInbox } from '../inboxHarness.tsx'

const Count = () => <output>{useUnseenCount().count}</output>
const MarkButton = () => {
  const { mutate } = useMarkAs()
  const { count } = useUnseenCount()
  return (
    <button type="button" onClick={() => mutate({ messageId: 'n0', markAs: 'read' })}>
      {count}
    </button>
  )
}

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

describe('what was loaded of a subscriber', () => {
  const cached = (queryClient: QueryClient, subscriberId: string) =>
    queryClient.getQueriesData({ queryKey: ['tidings', '/api/inbox', subscriberId] }).length

  it('is forgotten when another provider shows another subscriber, as one with a key does', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const queryClient = new QueryClient()
    const App = ({ userId }: { userId: string }) => (
      <InboxProvider key={userId} {...inboxProps(service)} subscriberId={userId} queryClient={queryClient}>
        <Count />
      </InboxProvider>
    )
    const { rerender } = render(<App userId="ada" />)
    await pass(100)
    expect(cached(queryClient, 'ada')).toBe(1)
    rerender(<App userId="grace" />)
    await pass(100)
    expect([cached(queryClient, 'ada'), cached(queryClient, 'grace')]).toEqual([0, 1])
  })

  it('stays while it is not known yet whose inbox the next one is', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const queryClient = new QueryClient()
    const first = renderInbox(service, useUnseenCount, { queryClient })
    await pass(100)
    first.unmount()
    renderInbox(service, useUnseenCount, { queryClient, subscriberId: undefined })
    await pass(100)
    expect(cached(queryClient, 'ada')).toBe(1)
  })

  it('stays where inboxes of two subscribers are shown together', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const queryClient = new QueryClient()
    const shown = ['ada', 'grace'].map((userId) => (
      <InboxProvider key={userId} {...inboxProps(service)} subscriberId={userId} queryClient={queryClient}>
        <MarkButton />
      </InboxProvider>
    ))
    const { getAllByRole } = render(<>{shown}</>)
    await pass(100)
    expect([cached(queryClient, 'ada'), cached(queryClient, 'grace')]).toEqual([1, 1])
    act(() => getAllByRole('button')[0]?.click())
    await pass(1_000)
    expect(getAllByRole('button')[0]?.textContent).toBe('1')
  })
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

it('a pollInterval that means seconds asks no service dozens of times in each, and 0 never', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  for (const [pollInterval, least, most] of [
    [30, 8, 12],
    [0, 1, 1],
  ] as const) {
    const service = createTestService()
    const environment = { openBroadcast: () => undefined, locks: undefined }
    const { unmount } = renderInbox(service, useUnseenCount, { pollInterval, environment })
    await pass(10_000)
    expect(service.requests.length).toBeGreaterThanOrEqual(least)
    expect(service.requests.length).toBeLessThanOrEqual(most)
    unmount()
  }
})
