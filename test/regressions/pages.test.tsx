import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createTestService, makeNotification, makeNotifications } from '../../src/testing/index.ts'
import { showInbox } from './showInbox.tsx'

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
