import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createTestService, makeNotifications } from '../../src/testing/index.ts'
import { showInbox } from './showInbox.tsx'

it('a notification that was marked and then deleted elsewhere leaves the feed', async () => {
  const service = createTestService({ notifications: makeNotifications(3) })
  const inbox = showInbox(service, { pollInterval: 20 })
  await inbox.open()
  await inbox.mark('n1', 'Mark as read')
  await waitFor(() => expect(service.notifications()[1]).toMatchObject({ read: true }))
  service.remove('n1')
  await waitFor(() => expect(inbox.ids()).toEqual(['n2', 'n0']))
})
