import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createTestService, makeNotification, makeNotifications, type TestService } from '../../src/testing/index.ts'
import { createFakeBrowser } from '../hooks/fakeBrowser.ts'
import { showInbox } from './showInbox.tsx'

const unseen = (service: TestService) => service.notifications().filter(({ seen }) => !seen).length

it('the count on the bell matches the service after repeated marks, deletions and another device’s marks', async () => {
  const service = createTestService({ notifications: makeNotifications(6, (n) => ({ seen: n < 2 })) })
  const inbox = showInbox(service, { pollInterval: 20 })
  await inbox.open()
  await waitFor(() => expect(inbox.count()).toBe(4))

  await inbox.mark('n5', 'Mark as read')
  await inbox.mark('n5', 'Mark as unread')
  await inbox.mark('n5', 'Mark as read')
  // This one was seen before, so the count doesn't change.
  await inbox.mark('n0', 'Mark as read')
  expect(inbox.count()).toBe(3)
  service.remove('n4')
  service.mark('n3', 'seen')
  service.mark('n1', 'unseen')
  service.add(makeNotification(6))
  await waitFor(() => expect(inbox.count()).toBe(3))
  await inbox.showArrivals()
  await waitFor(() => expect(inbox.ids()).toEqual(['n6', 'n5', 'n3', 'n2', 'n1', 'n0']))
  await inbox.mark('n6', 'Mark as read')
  await waitFor(() => expect(unseen(service)).toBe(2))
  await waitFor(() => expect(inbox.count()).toBe(2))

  await inbox.click('Mark all as read')
  expect(inbox.count()).toBe(0)
  await waitFor(() => expect(unseen(service)).toBe(0))
  service.remove('n3')
  await waitFor(() => expect(inbox.ids()).not.toContain('n3'))
  expect(inbox.count()).toBe(0)
})

it('a mark changes the count in every tab by the same amount, once', async () => {
  const service = createTestService({ notifications: makeNotifications(4) })
  const browser = createFakeBrowser()
  const environment = { gatherFor: 1, gatherSeenFor: 1, ...browser }
  const [here, there] = [showInbox(service, { environment }), showInbox(service, { environment })]
  await waitFor(() => expect([here.count(), there.count()]).toEqual([4, 4]))
  await here.open()
  await here.mark('n2', 'Mark as read')
  await waitFor(() => expect([here.count(), there.count()]).toEqual([3, 3]))
  await waitFor(() => expect(unseen(service)).toBe(3))
  await here.mark('n2', 'Mark as unread')
  await here.click('Mark all as read')
  await waitFor(() => expect([here.count(), there.count()]).toEqual([0, 0]))
  await waitFor(() => expect(unseen(service)).toBe(0))
})
