import { broadcastQueryClient } from '@tanstack/query-broadcast-client-experimental'
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import {
  dehydrate,
  MutationCache,
  onlineManager,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import {
  InboxProvider,
  type InboxProviderProps,
  useFeed,
  useMarkAs,
  usePreferences,
  useUnseenCount,
} from '../../../src/hooks/index.ts'
import { prefetchInbox } from '../../../src/server/index.ts'
import { createTestService, inboxProps, makeNotification, type TestService } from '../../../src/testing/index.ts'

afterEach(() => {
  cleanup()
  onlineManager.setOnline(true)
  localStorage.clear()
})

const createService = () => createTestService({ notifications: [makeNotification(1, { subject: 'Your salary' })] })

const List = () => {
  const { notifications } = useFeed()
  const { count } = useUnseenCount()
  const { data } = usePreferences()
  const { mutate } = useMarkAs()
  return (
    <>
      <p>{`${notifications.map(({ subject }) => subject).join()}, ${count} unseen, ${data && 'preferences'}`}</p>
      <button onClick={() => mutate({ messageId: 'n1', markAs: 'read' })}>Mark</button>
    </>
  )
}
const shown = 'Your salary, 1 unseen, preferences'

/** A query of the app. */
const ordersOf = (client: QueryClient) => client.getQueryData<string>(['orders'])
const Orders = () => <p>{useQuery({ queryKey: ['orders'], queryFn: () => 'two orders' }).data}</p>

const inboxOf = (service: TestService, props: Partial<InboxProviderProps> = {}, children: ReactNode = <List />) => (
  <InboxProvider {...inboxProps(service)} {...props}>
    {children}
  </InboxProvider>
)

const keysOf = (queries: readonly { queryKey: unknown }[]) => queries.map(({ queryKey }) => queryKey)

it('TanStack’s persister stores nothing of an inbox', async () => {
  const client = new QueryClient()
  const persister = createSyncStoragePersister({ storage: localStorage, throttleTime: 0 })
  render(
    <StrictMode>
      <PersistQueryClientProvider client={client} persistOptions={{ persister }}>
        {inboxOf(createService())}
        <Orders />
      </PersistQueryClientProvider>
    </StrictMode>,
  )
  await screen.findByText(shown)
  await screen.findByText('two orders')
  // TanStack stores mutations that are paused.
  act(() => onlineManager.setOnline(false))
  fireEvent.click(screen.getByRole('button', { name: 'Mark' }))
  act(() => void client.setQueryData(['orders'], 'three orders'))
  const read = () => localStorage.getItem('REACT_QUERY_OFFLINE_CACHE') ?? ''
  await waitFor(() => expect(read()).toContain('three orders'))
  const { clientState } = JSON.parse(read()) as { clientState: ReturnType<typeof dehydrate> }
  expect([keysOf(clientState.queries), clientState.mutations]).toEqual([[['orders']], []])
  expect(Object.keys(localStorage)).toEqual(['REACT_QUERY_OFFLINE_CACHE'])
})

it('TanStack’s broadcast plugin sends nothing of an inbox', async () => {
  const [client, otherTab] = [new QueryClient(), new QueryClient()]
  const stops = [client, otherTab].map((queryClient) =>
    // It brings its own copy of TanStack Query, whose class has other private fields.
    broadcastQueryClient({ queryClient: queryClient as never, options: { type: 'native' } }),
  )
  render(
    <QueryClientProvider client={client}>
      {inboxOf(createService())}
      <Orders />
    </QueryClientProvider>,
  )
  await screen.findByText(shown)
  act(() => void client.setQueryData(['orders'], 'three orders'))
  await waitFor(() => expect(ordersOf(otherTab)).toBe('three orders'))
  expect(keysOf(otherTab.getQueryCache().getAll())).toEqual([['orders']])
  for (const stop of stops) stop()
})

it('an app’s client sees neither queries nor failures of an inbox, and clearing it leaves the inbox alone', async () => {
  const onFailure = vi.fn()
  const queryCache = new QueryCache({ onError: onFailure })
  const mutationCache = new MutationCache({ onError: onFailure })
  const onChange = vi.fn()
  queryCache.subscribe(onChange)
  mutationCache.subscribe(onChange)
  const client = new QueryClient({ queryCache, mutationCache })
  const service = createService()
  service.fail('markAs', { status: 403 })
  const onError = vi.fn()
  render(<QueryClientProvider client={client}>{inboxOf(service, { onError })}</QueryClientProvider>)
  await screen.findByText(shown)
  fireEvent.click(screen.getByRole('button', { name: 'Mark' }))
  await waitFor(() => expect(onError).toHaveBeenCalled())
  expect(dehydrate(client)).toEqual({ queries: [], mutations: [] })
  expect([onChange.mock.calls, onFailure.mock.calls]).toEqual([[], []])
  act(() => client.clear())
  expect(screen.getByText(shown)).toBeVisible()
})

it.each(['its own client', 'a given client'])('an app’s children of an inbox with %s use the app’s client', (which) => {
  const client = new QueryClient()
  const used = new Set<QueryClient>()
  const Child = () => {
    used.add(useQueryClient())
    return null
  }
  const props = which === 'a given client' ? { queryClient: new QueryClient() } : {}
  render(<QueryClientProvider client={client}>{inboxOf(createService(), props, <Child />)}</QueryClientProvider>)
  expect([...used]).toEqual([client])
})

it('two React roots below one client of an app share an inbox', async () => {
  const client = new QueryClient()
  const service = createService()
  const props = { environment: { openBroadcast: () => undefined, locks: undefined } }
  for (let root = 0; root < 2; root++)
    render(<QueryClientProvider client={client}>{inboxOf(service, props)}</QueryClientProvider>)
  expect(await screen.findAllByText(shown)).toHaveLength(2)
  expect(service.requestsOf('getFeed')).toHaveLength(1)
})

it.each([
  ['another person', 'grace'],
  ['no one', null],
])('nothing of a person stays below the client of an app while it shows %s', async (_, next) => {
  const client = new QueryClient()
  const app = (subscriberId: string | null, fetch: typeof globalThis.fetch) => (
    <QueryClientProvider client={client}>{inboxOf(createService(), { subscriberId, fetch })}</QueryClientProvider>
  )
  const { rerender } = render(app('ada', createService().fetch))
  await screen.findByText(shown)
  const never = () => new Promise<Response>(() => {})
  rerender(app(next, never))
  expect(screen.getByText(', undefined unseen, undefined')).toBeVisible()
  // The previous person's inbox is removed in a microtask.
  await act(async () => {})
  rerender(app('ada', never))
  expect(screen.getByText(', undefined unseen, undefined')).toBeVisible()
})

it('a server never shows one person the notifications of another', async () => {
  const { fetch } = createService()
  const page = { subscriberId: 'ada', baseUrl: '/api/inbox' }
  const initialState = await prefetchInbox({ ...page, feed: true, proxy: (request) => fetch(request) })
  const inbox = (props: Partial<InboxProviderProps>) => (
    <InboxProvider {...page} {...props}>
      <List />
    </InboxProvider>
  )
  expect(renderToString(inbox({ initialState }))).toContain('Your salary')
  // Without a client of the app, not even the next page of the same person starts with what this one showed.
  expect(renderToString(inbox({}))).not.toContain('Your salary')
  // An app may use one client for all its requests by mistake.
  const client = new QueryClient()
  const renderBelow = (props: Partial<InboxProviderProps>) =>
    renderToString(<QueryClientProvider client={client}>{inbox(props)}</QueryClientProvider>)
  expect(renderBelow({ initialState })).toContain('Your salary')
  expect(renderBelow({ subscriberId: 'grace' })).not.toContain('Your salary')
})
