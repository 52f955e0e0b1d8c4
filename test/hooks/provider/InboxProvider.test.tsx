import { onlineManager, QueryClient } from '@tanstack/react-query'
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
afterEach(() => {
  act(() => onlineManager.setOnline(true))
  vi.useRealTimers()
})

it('fetches from another baseUrl with the fetch that came with it', async () => {
  const requested: [by: string, path: string][] = []
  const service = createTestService({ notifications: makeNotifications(2) })
  const through =
    (by: string): typeof fetch =>
    (input, init) => {
      const { pathname } = new URL(String(input), location.href)
      if (!pathname.endsWith('/live')) requested.push([by, pathname.replace(/\/v1.*/, '')])
      return service.fetch(input, init)
    }
  const props: Partial<InboxProviderProps> = { baseUrl: '/one', fetch: through('first') }
  const { rerender, result } = renderInbox(service, useUnseenCount, props)
  await pass(100)
  Object.assign(props, { baseUrl: '/two', fetch: through('second') })
  rerender()
  await pass(100)
  expect(requested).toEqual([
    ['first', '/one'],
    ['second', '/two'],
  ])
  expect(result.current.count).toBe(2)
})

describe('the cache of a subscriber', () => {
  const cached = (queryClient: QueryClient, subscriberId: string) =>
    queryClient.getQueriesData({ queryKey: ['tidings', '/api/inbox', subscriberId] }).length

  it('is emptied when another provider shows another subscriber, as with a key', async () => {
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

  it('stays while the next subscriber is not known yet', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const queryClient = new QueryClient()
    const first = renderInbox(service, useUnseenCount, { queryClient })
    await pass(100)
    first.unmount()
    renderInbox(service, useUnseenCount, { queryClient, subscriberId: undefined })
    await pass(100)
    expect(cached(queryClient, 'ada')).toBe(1)
  })

  it('stays while inboxes of two subscribers are shown together', async () => {
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

describe('the credentials of a request', () => {
  /** Records the subscriber and the token of each request but those for the stream: "GET ada by token". */
  const setUp = () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const requests: string[] = []
    const record: typeof fetch = (input, init) => {
      const subscriber = /subscribers\/(\w+)/.exec(String(input))?.[1] ?? ''
      if (!String(input).includes('/live'))
        requests.push(`${init?.method ?? 'GET'} ${subscriber} by ${new Headers(init?.headers).get('authorization')}`)
      return service.fetch(input, init)
    }
    const by = (authorization: string): Partial<InboxProviderProps> => ({ fetch: record, headers: { authorization } })
    const requestsDuring = async (ms: number) => {
      requests.length = 0
      await pass(ms)
      return [...new Set(requests)]
    }
    return { service, record, by, requestsDuring }
  }

  it('are those of a new provider of the same inbox, not of the previous one', async () => {
    const { service, by, requestsDuring } = setUp()
    const queryClient = new QueryClient()
    const first = renderInbox(service, useUnseenCount, { queryClient, ...by('old') })
    await pass(100)
    first.unmount()
    await pass(10_000)
    renderInbox(service, useUnseenCount, { queryClient, ...by('new') })
    expect(await requestsDuring(60_000)).toEqual([`GET ${service.subscriberId} by new`])
  })

  it('are the previous subscriber’s for the marks that its inbox still sends', async () => {
    const { service, by, requestsDuring } = setUp()
    const props: Partial<InboxProviderProps> = { subscriberId: 'ada', ...by('ada') }
    const { result, rerender } = renderInbox(service, () => useMarkAs(), props)
    await pass(100)
    act(() => result.current.mutate({ messageId: 'n0', markAs: 'read' }))
    Object.assign(props, { subscriberId: 'grace', ...by('grace') })
    rerender()
    expect(await requestsDuring(1_000)).toEqual(['POST ada by ada'])
  })

  it('are the previous subscriber’s for the marks that were made offline', async () => {
    const { service, by, requestsDuring } = setUp()
    const props: Partial<InboxProviderProps> = { subscriberId: 'ada', ...by('ada') }
    const { result, rerender } = renderInbox(service, () => useMarkAs(), props)
    await pass(100)
    act(() => onlineManager.setOnline(false))
    act(() => result.current.mutate({ messageId: 'n0', markAs: 'read' }))
    await pass(100)
    Object.assign(props, { subscriberId: 'grace', ...by('grace') })
    rerender()
    expect(await requestsDuring(1_000)).toEqual([])
    act(() => onlineManager.setOnline(true))
    expect(await requestsDuring(1_000)).toEqual(['POST ada by ada'])
  })

  it('are those of the latest client', async () => {
    const { service, record, requestsDuring } = setUp()
    const client = (authorization: string) =>
      createInboxClient({ baseUrl: 'https://example.test/api', fetch: record, headers: { authorization } })
    const props: Partial<InboxProviderProps> = { client: client('old') }
    const { rerender } = renderInbox(service, useUnseenCount, props)
    await pass(100)
    props.client = client('new')
    rerender()
    expect(await requestsDuring(60_000)).toEqual([`GET ${service.subscriberId} by new`])
  })
})

it('a pollInterval in seconds by mistake polls at most once per second, and 0 disables polling', async () => {
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
