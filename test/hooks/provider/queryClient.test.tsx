import { createRequire } from 'node:module'
import { IsRestoringProvider, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { QueryClient as QueryClient4 } from 'query-core-4'
import { QueryClient as QueryClient559 } from 'query-core-5.59'
import { QueryClient as QueryClient590 } from 'query-core-5.90'
import { StrictMode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { InboxProvider, type InboxProviderProps, useFeed, useMarkAll, useUnreadCount } from '../../../src/index.ts'
import { createTestService, makeNotifications } from '../../../src/testing/index.ts'

afterEach(cleanup)

const List = () => {
  const { notifications, fetchNextPage } = useFeed()
  const { count } = useUnreadCount()
  const { mutate } = useMarkAll()
  return (
    <>
      <p>{`${notifications.length} shown, ${count ?? 'none known'} unread`}</p>
      <button onClick={() => void fetchNextPage()}>More</button>
      <button onClick={() => mutate({ markAs: 'read' })}>Mark all</button>
    </>
  )
}

const setUp = (onError: (error: Error) => void): InboxProviderProps => ({
  subscriberId: 'ada',
  baseUrl: '/api/inbox',
  fetch: createTestService({ notifications: makeNotifications(30, () => ({ read: false })) }).fetch,
  retry: false,
  environment: { openBroadcast: () => undefined, locks: undefined },
  onError,
})

/** Covers queries, a second page, and a mutation. */
const expectInboxWorks = async () => {
  await screen.findByText('20 shown, 30 unread')
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  await screen.findByText('30 shown, 30 unread')
  fireEvent.click(screen.getByRole('button', { name: 'Mark all' }))
  await screen.findByText('30 shown, 0 unread')
}

/** The same version, loaded as CommonJS: a copy with its own classes. */
const { QueryClient: SameVersion } = createRequire(import.meta.url)('@tanstack/react-query') as {
  QueryClient: typeof QueryClient
}

class SubclassOfHost extends QueryClient {}

const asClient = (client: unknown) => client as QueryClient

it.each([
  ['the same copy', () => new QueryClient()],
  ['a subclass', () => new SubclassOfHost()],
  ['another copy of the same version', () => new SameVersion()],
])('a client of %s is used', async (_name, create) => {
  const client = create()
  const onError = vi.fn()
  render(
    <InboxProvider {...setUp(onError)} queryClient={client}>
      <List />
    </InboxProvider>,
  )
  await expectInboxWorks()
  expect(client.getQueryCache().getAll().length).toBeGreaterThan(0)
  expect(onError).not.toHaveBeenCalled()
})

class NeedsOptions extends SameVersion {
  constructor(options: { name: string }) {
    super()
    if (options.name === '') throw new Error('This client needs a name.')
  }
}
const withoutFetch = () => {
  class Older extends SameVersion {}
  return new Proxy(new Older(), { has: (client, name) => name !== 'fetchQuery' && name in client })
}

it.each([
  ['version 4', () => new QueryClient4(), 'It has no `'],
  ['version 5.59', () => new QueryClient559(), 'It has no `'],
  ['version 5.90', () => new QueryClient590(), 'It has no `'],
  ['another copy, without a method', withoutFetch, 'It has no `fetchQuery`.'],
  ['another copy, with a constructor that throws', () => new NeedsOptions({ name: 'ours' }), 'TypeError'],
  ['no QueryClient at all', () => ({}), 'TypeError'],
  ['a string', () => 'client', 'TypeError'],
])('a client that does not fit is not used, and reported once: %s', async (_name, create, why) => {
  const client = create()
  const onError = vi.fn<(error: Error) => void>()
  const props = { ...setUp(onError), queryClient: asClient(client) }
  const page = (
    <StrictMode>
      <InboxProvider {...props}>
        <List />
      </InboxProvider>
      <InboxProvider {...props}>two of them</InboxProvider>
    </StrictMode>
  )
  const { rerender } = render(page)
  rerender(page)
  await expectInboxWorks()
  expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'TIDINGS_205', kind: 'setup' }))
  const [[error] = []] = onError.mock.calls
  expect(error?.message).toContain(why)
  expect(error?.message).toContain('npm ls @tanstack/react-query')
  if (client instanceof QueryClient4 || client instanceof QueryClient590)
    expect(client.getQueryCache().getAll()).toEqual([])
})

it('an inbox works below the provider of another version', async () => {
  const onError = vi.fn()
  render(
    <QueryClientProvider client={asClient(new QueryClient590())}>
      <InboxProvider {...setUp(onError)}>
        <List />
      </InboxProvider>
    </QueryClientProvider>,
  )
  await expectInboxWorks()
  expect(onError).not.toHaveBeenCalled()
})

it('nothing is fetched while the app restores its cache from a storage', async () => {
  const onError = vi.fn()
  const props = { ...setUp(onError), queryClient: new QueryClient() }
  const fetch = vi.fn<typeof globalThis.fetch>((...call) => props.fetch?.(...call) ?? Promise.reject(new Error('none')))
  const inbox = (isRestoring: boolean) => (
    <IsRestoringProvider value={isRestoring}>
      <InboxProvider {...props} fetch={fetch} live={false}>
        <List />
      </InboxProvider>
    </IsRestoringProvider>
  )
  const { rerender } = render(inbox(true))
  await screen.findByText('0 shown, none known unread')
  expect(fetch).not.toHaveBeenCalled()
  rerender(inbox(false))
  await expectInboxWorks()
  expect(onError).not.toHaveBeenCalled()
})
