import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createTestService, type Fault, makeNotification, makeNotifications } from '../../src/testing/index.ts'
import { showInbox } from './showInbox.tsx'

const faults: [string, Fault][] = [
  ['is refused', { status: 400 }],
  ['meets a service that is down', { status: 503 }],
  ['never reaches the service', 'lost-request'],
]

describe.each(faults)('a mark that %s', (_, fault) => {
  it('returns the row, the tabs and the count on the bell to the state of the service', async () => {
    const service = createTestService({ notifications: makeNotifications(3) })
    const inbox = showInbox(service)
    await inbox.open()
    await waitFor(() => expect(inbox.count()).toBe(3))
    const release = service.hold('markAs')
    service.fail('markAs', fault)
    await inbox.mark('n1', 'Mark as read')
    if (fault !== 'lost-request') await waitFor(() => expect([inbox.isUnread('n1'), inbox.count()]).toEqual([false, 2]))
    release()
    await inbox.page.findAllByText('Could not mark “Notification 1” as read.')
    expect(inbox.isUnread('n1')).toBe(true)
    expect(inbox.count()).toBe(3)
    await inbox.tab('Unread')
    await waitFor(() => expect(inbox.ids()).toEqual(['n2', 'n1', 'n0']))
  })
})

it('a failed mark-all restores exactly the notifications that were unread before', async () => {
  const service = createTestService({
    notifications: makeNotifications(4, (n) => ({ read: n % 2 === 0, seen: n % 2 === 0 })),
  })
  const inbox = showInbox(service)
  await inbox.open()
  service.fail('markAll', { status: 400 })
  await inbox.click('Mark all as read')
  await inbox.page.findAllByText('A change could not be saved.')
  expect(inbox.ids().filter(inbox.isUnread)).toEqual(['n3', 'n1'])
  expect(inbox.count()).toBe(2)
})

it('a failed mark reverts neither another mark that succeeded nor an arrival in the meantime', async () => {
  const service = createTestService({ notifications: makeNotifications(3) })
  const inbox = showInbox(service, { pollInterval: 20 })
  await inbox.open()
  const release = service.hold('markAs', ({ body }) => JSON.stringify(body).includes('n0'))
  service.fail('markAs', { status: 400 })
  await inbox.mark('n0', 'Mark as read')
  await waitFor(() => expect(inbox.isUnread('n0')).toBe(false))
  await inbox.mark('n1', 'Mark as read')
  const releaseOther = service.hold('markAs', ({ body }) => JSON.stringify(body).includes('n1'))
  service.add(makeNotification(3))
  await inbox.showArrivals()
  await waitFor(() => expect(inbox.ids()).toEqual(['n3', 'n2', 'n1', 'n0']))
  expect(inbox.isUnread('n1')).toBe(false)

  release()
  await inbox.page.findAllByText('Could not mark “Notification 0” as read.')
  expect(inbox.ids().filter(inbox.isUnread)).toEqual(['n3', 'n2', 'n0'])
  releaseOther()
  await waitFor(() =>
    expect(
      service
        .notifications()
        .filter(({ read }) => read)
        .map(({ _id }) => _id),
    ).toEqual(['n1']),
  )
  await waitFor(() => expect(inbox.count()).toBe(3))
  expect(inbox.ids()).toEqual(['n3', 'n2', 'n1', 'n0'])
})
