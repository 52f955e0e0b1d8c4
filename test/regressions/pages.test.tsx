import { act, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { InboxNotification } from '../../src/contract/inboxNotification.ts'
import { type FeedFilter, useFeed } from '../../src/hooks/index.ts'
import { useInbox } from '../../src/hooks/provider/InboxProvider.tsx'
import { refetchShown } from '../../src/state/feedOptions.ts'
import { createTestService, makeNotification, makeNotifications } from '../../src/testing/index.ts'
import { renderInbox } from '../hooks/inboxHarness.tsx'
import { pass } from '../setup/pass.ts'
import { showInbox } from './showInbox.tsx'

afterEach(() => void vi.useRealTimers())

const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, place) => `n${from - place}`)

it('an arrival during the fetch of a feed page remains after the page has loaded', async () => {
  const service = createTestService({ notifications: makeNotifications(6) })
  const inbox = showInbox(service, { pageSize: 3, pollInterval: 20 })
  await inbox.open()
  const land = service.hold('getFeed', ({ query }) => query.page !== undefined)
  await inbox.click('Show more')
  await waitFor(() => expect(service.requests.some(({ query }) => query.page !== undefined)).toBe(true))
  service.add(makeNotification(6))
  await inbox.showArrivals()
  await waitFor(() => expect(inbox.ids()).toEqual(down(6, 3)))
  land()
  await waitFor(() => expect(inbox.ids()).toEqual(down(6, 0)))
})

it('a failed later feed page preserves the loaded ones, shows an error, and loads on retry', async () => {
  const service = createTestService({ notifications: makeNotifications(5) })
  const inbox = showInbox(service, { pageSize: 3, pollInterval: 1e6 })
  await inbox.open()
  service.fail('getFeed', { status: 500 })
  await inbox.click('Show more')
  await inbox.page.findAllByText('More notifications could not be loaded.')
  expect(inbox.ids()).toEqual(down(4, 2))
  expect(inbox.page.queryByText('No notifications yet')).not.toBeInTheDocument()
  await inbox.click('Try again')
  await waitFor(() => expect(inbox.ids()).toEqual(down(4, 0)))
  expect(inbox.page.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})

it('marking notifications of the unread feed makes its next page skip none', async () => {
  const service = createTestService({ notifications: makeNotifications(9) })
  const inbox = showInbox(service, { pageSize: 4, pollInterval: 1e6 })
  await inbox.open()
  await inbox.tab('Unread')
  await waitFor(() => expect(inbox.ids()).toEqual(down(8, 5)))
  for (const id of ['n8', 'n6']) await inbox.mark(id, 'Mark as read')
  await waitFor(() => expect(service.notifications().filter(({ read }) => read)).toHaveLength(2))
  const shown = new Set(inbox.ids())
  while (inbox.page.queryByRole('button', { name: 'Show more' })) {
    await inbox.click('Show more')
    await waitFor(() => expect(inbox.page.queryByRole('button', { name: 'Loading more…' })).not.toBeInTheDocument())
    for (const id of inbox.ids()) shown.add(id)
  }
  expect([...shown]).toEqual(['n7', ...down(5, 0)])
  expect(inbox.ids()).toEqual(['n7', ...down(5, 0)])
})

it('later pages have the same filter', async () => {
  const service = createTestService({ notifications: makeNotifications(8, (n) => ({ read: n % 2 === 0 })) })
  const inbox = showInbox(service, { pageSize: 2, pollInterval: 1e6 })
  await inbox.open()
  await inbox.tab('Unread')
  await waitFor(() => expect(inbox.ids()).toEqual(['n7', 'n5']))
  await inbox.click('Show more')
  await waitFor(() => expect(inbox.ids()).toEqual(['n7', 'n5', 'n3', 'n1']))
})

it('a list that is shown again refetches what is in view in one request, once it is a minute old', async () => {
  vi.useFakeTimers()
  const service = createTestService({ notifications: makeNotifications(60) })
  const { result } = renderInbox(service, () => ({ feed: useFeed(), store: useInbox().store }), { pollInterval: 0 })
  await pass(100)
  await act(() => result.current.feed.fetchNextPage())
  const requested = () => service.requestsOf('getFeed').length
  const before = requested()
  const last = () => result.current.feed.notifications[24] as InboxNotification
  service.mark(last()._id, 'read')

  const showAgain = (count: number, filter: FeedFilter = {}) => {
    refetchShown(result.current.store, filter, undefined, count, last())
    return pass(100)
  }
  await showAgain(25)
  expect(requested()).toBe(before)
  await pass(60_000)
  // The newest page covers them.
  await showAgain(20)
  // The browser filters.
  await showAgain(25, { where: () => true })
  expect(requested()).toBe(before)
  expect(last().read).toBe(false)
  await showAgain(25)
  expect(service.requestsOf('getFeed').slice(before)).toMatchObject([{ query: { limit: '25' } }])
  expect(last().read).toBe(true)
})
