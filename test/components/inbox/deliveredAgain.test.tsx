import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestService, makeNotification, makeNotifications } from '../../../src/testing/index.ts'
import { showInbox } from '../../regressions/showInbox.tsx'
import { pass } from '../../setup/pass.ts'
import { user } from '../../setup/user.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An open panel, whose reader is at the row of a digest that was delivered again: the pill holds the later one. */
const arrange = async () => {
  const service = createTestService({ notifications: makeNotifications(3, () => ({ seen: true })) })
  const inbox = showInbox(service, { pollInterval: 1_000 }, user())
  await inbox.open()
  await screen.findAllByRole('article')
  await user().keyboard('jj')
  service.add(makeNotification(1, { createdAt: new Date().toISOString(), subject: 'Ravi and 2 others' }))
  await screen.findByRole('button', { name: '1 new notification' })
  return {
    inbox,
    row: () => inbox.row('n1'),
    digest: () => service.notifications().find(({ _id }) => _id === 'n1'),
    /** Lets everything be sent, and shows the later delivery. */
    showLater: async () => {
      await pass(2_000)
      await inbox.showArrivals()
      await waitFor(() => expect(inbox.row('n1').textContent).toContain('Ravi and 2 others'))
      return inbox.row('n1')
    },
  }
}

describe('a digest that is delivered again while the reader is at its row', () => {
  it('is marked as it shows; the later delivery is not', async () => {
    const { row, digest, showLater } = await arrange()
    expect(row().textContent).toContain('Notification 1')
    await user().keyboard('u')
    await pass(2_000)
    expect(row().textContent).toContain('Notification 1')
    expect(row().hasAttribute('data-unread')).toBe(false)
    expect(digest()).toMatchObject({ read: false, seen: false })
    const later = await showLater()
    expect(later.hasAttribute('data-unread')).toBe(true)
    expect(screen.getAllByRole('article')).toHaveLength(3)
  })

  it('is opened as it shows; the later delivery is not', async () => {
    const { digest } = await arrange()
    await user().keyboard('{Enter}')
    await pass(2_000)
    expect(digest()).toMatchObject({ read: false, seen: false })
  })

  it.each(['e', '#'])('leaves the list by %s; the later delivery does not', async (key) => {
    const { inbox, digest } = await arrange()
    await user().keyboard(key)
    await pass(12_000)
    expect(digest()).toMatchObject({ read: false, archived: false })
    await inbox.showArrivals()
    const [first] = await screen.findAllByRole('article')
    expect(within(first as HTMLElement).getByText('Ravi and 2 others')).toBeTruthy()
  })
})
