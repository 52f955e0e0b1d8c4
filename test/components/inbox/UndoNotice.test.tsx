import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type InboxProps, UndoNotice } from '../../../src/index.ts'
import { createTestService, makeNotifications } from '../../../src/testing/index.ts'
import { showInbox } from '../../regressions/showInbox.tsx'
import { listenToAnnouncements } from '../../setup/listenToAnnouncements.ts'
import { pass } from '../../setup/pass.ts'
import { user } from '../../setup/user.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const three = () => createTestService({ notifications: makeNotifications(3, () => ({ seen: true })) })

/** An open panel with three unread notifications. */
const open = async (service = three(), props: Partial<InboxProps> = {}) => {
  const inbox = showInbox(service, { retry: false, ...props }, user())
  await inbox.open()
  // The first dialog is the one that waits for the code of the panel.
  await screen.findAllByRole('article')
  const panel = within(screen.getByRole('dialog'))
  return {
    inbox,
    service,
    panel,
    announced: listenToAnnouncements(),
    unread: () =>
      panel.getAllByRole('article').flatMap((row) => (row.dataset['unread'] === '' ? row.dataset['id'] : [])),
    undo: () => screen.queryByRole('button', { name: 'Undo' }),
  }
}

describe('the notice of a mark', () => {
  it('shows at once, and its button restores the notification', async () => {
    const { inbox, panel, announced, unread, undo } = await open()
    await inbox.mark('n1', 'Mark as read')
    expect(panel.getByText('Marked as read')).toBeTruthy()
    expect(unread()).toEqual(['n2', 'n0'])
    await user().click(panel.getByRole('button', { name: 'Undo' }))
    expect(unread()).toEqual(['n2', 'n1', 'n0'])
    expect(undo()).toBeNull()
    await waitFor(() => expect(announced).toEqual(['Marked as read', 'Undone']))
  })

  it('handles “z”, and the focus stays in the row', async () => {
    const { panel, service, unread, undo } = await open()
    await user().keyboard('ju')
    const [first] = panel.getAllByRole('article')
    expect(unread()).toEqual(['n1', 'n0'])
    await user().keyboard('z')
    expect(unread()).toEqual(['n2', 'n1', 'n0'])
    expect(first).toHaveFocus()
    expect(undo()).toBeNull()
    // The service has the undo, too.
    await pass(5_000)
    expect(service.notifications().every(({ read }) => !read)).toBe(true)
  })

  it('is that of the last mark, which is announced again', async () => {
    const { announced, unread } = await open()
    await user().keyboard('ju')
    await pass(2_000)
    await user().keyboard('ju')
    expect(announced).toEqual(['Marked as read', 'Marked as read'])
    await user().keyboard('z')
    expect(unread()).toEqual(['n1', 'n0'])
    await user().keyboard('z')
    expect(unread()).toEqual(['n1', 'n0'])
  })

  it('names the verb and the number', async () => {
    const { inbox, panel } = await open()
    await inbox.mark('n1', 'Mark as read')
    await inbox.mark('n1', 'Mark as unread')
    expect(panel.getByText('Marked as unread')).toBeTruthy()
    await user().click(panel.getByRole('button', { name: /^Mark (?!all).+ as read$/ }))
    expect(panel.getByText('3 marked as read')).toBeTruthy()
  })

  it('disappears after ten seconds, when the mark fails, and when the panel closes', async () => {
    const service = three()
    const { inbox, panel, undo } = await open(service)
    await inbox.mark('n0', 'Mark as read')
    await pass(11_000)
    expect(undo()).toBeNull()

    service.fail('markAs', { status: 400, delay: 500 })
    await inbox.mark('n1', 'Mark as read')
    expect(undo()).not.toBeNull()
    await panel.findByText(/^Could not mark/)
    expect(undo()).toBeNull()

    await inbox.mark('n2', 'Mark as read')
    await user().keyboard('{Escape}')
    const bell = screen.getByRole('button', { name: /^Notifications/ })
    await user().click(bell)
    await screen.findAllByRole('article')
    expect(undo()).toBeNull()
  })

  it('has no key without shortcuts, and does not show for a notification that was opened', async () => {
    const { inbox, unread, undo, panel } = await open(three(), {
      shortcuts: false,
      onOpen: (_, event) => event.preventDefault(),
    })
    await inbox.mark('n1', 'Mark as read')
    await user().keyboard('z')
    expect(unread()).toEqual(['n2', 'n0'])
    await user().click(panel.getByRole('button', { name: 'Dismiss' }))
    // Opens in a new tab, so the panel stays open.
    fireEvent.click(within(inbox.row('n2')).getByRole('link'), { ctrlKey: true })
    expect(unread()).toEqual(['n0'])
    expect(undo()).toBeNull()
  })
})

describe('a notice with “Undo”', () => {
  it('stays while the pointer or the focus is on it', async () => {
    const onDone = vi.fn()
    const reader = user()
    render(<UndoNotice count={3} undo={() => Promise.resolve()} onDone={onDone} />)
    await reader.hover(screen.getByText('3 marked as read'))
    await pass(11_000)
    act(() => screen.getByRole('button', { name: 'Undo' }).focus())
    await reader.unhover(screen.getByText('3 marked as read'))
    await pass(11_000)
    expect(onDone).not.toHaveBeenCalled()
    act(() => screen.getByRole('button', { name: 'Undo' }).blur())
    await pass(11_000)
    expect(onDone).toHaveBeenCalledOnce()
  })

  it('says how many it restores, if these are not all', () => {
    const undo = Object.assign(() => Promise.resolve(), { count: 1_000 })
    const { rerender } = render(<UndoNotice count={1_240} undo={undo} onDone={() => {}} />)
    expect(screen.getByText('1,240 marked as read (undo restores 1,000)')).toBeTruthy()
    rerender(<UndoNotice count={1_000} undo={undo} onDone={() => {}} />)
    expect(screen.getByText('1,000 marked as read')).toBeTruthy()
  })

  it('moves the focus back to where it was when it is used, and announces the undo', async () => {
    const { panel, announced } = await open()
    await user().click(panel.getByRole('button', { name: 'Mark all as read' }))
    await user().click(await panel.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(announced).toEqual(['3 marked as read', 'Undone']))
    expect(panel.getByRole('button', { name: 'Mark all as read' })).toHaveFocus()
  })
})
