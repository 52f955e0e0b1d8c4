import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Feed, Inbox, type InboxProps } from '../../../src/index.ts'
import { createTestService, inboxProps, makeNotifications } from '../../../src/testing/index.ts'

const focusedId = () => document.activeElement?.closest<HTMLElement>('[role="article"]')?.dataset.id
const row = (id: string) => document.querySelector<HTMLElement>(`[data-id="${id}"]`)
const isUnread = (id: string) => row(id)?.hasAttribute('data-unread')
const help = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })

const openInbox = async (props: Partial<InboxProps> = {}, shown?: string) => {
  const service = createTestService({ notifications: makeNotifications(4) })
  const onOpen = vi.fn((_notification: unknown, event: { preventDefault: () => void }) => event.preventDefault())
  const user = userEvent.setup()
  render(
    <>
      <Inbox {...inboxProps(service)} onOpen={onOpen} {...props} />
      <button>Outside</button>
    </>,
  )
  await user.click(await screen.findByRole('button', { name: /^Notifications/ }))
  await (shown === undefined ? screen.findAllByRole('article') : screen.findByText(shown))
  return { user, onOpen, service }
}

describe('keys of the list', () => {
  it('move the focus as soon as the panel is open: j and k or the arrows, Home and End', async () => {
    const { user } = await openInbox()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Notifications' }))
    await user.keyboard('j')
    expect(focusedId()).toBe('n3')
    await user.keyboard('j{ArrowDown}')
    expect(focusedId()).toBe('n1')
    await user.keyboard('k')
    expect(focusedId()).toBe('n2')
    await user.keyboard('{End}')
    expect(focusedId()).toBe('n0')
    await user.keyboard('{ArrowDown}')
    expect(focusedId()).toBe('n0')
    await user.keyboard('{Home}{ArrowUp}')
    expect(focusedId()).toBe('n3')
  })

  it('u marks as read and back, Enter opens', async () => {
    const { user, onOpen } = await openInbox()
    await user.keyboard('jju')
    expect(isUnread('n2')).toBe(false)
    await user.keyboard('u')
    expect(isUnread('n2')).toBe(true)
    await user.keyboard('{Enter}')
    expect(onOpen).toHaveBeenCalledOnce()
    expect(onOpen.mock.calls[0]?.[0]).toMatchObject({ _id: 'n2' })
  })

  it('u in the tab "Unread" removes the row and focuses the next', async () => {
    const { user } = await openInbox()
    await user.click(screen.getByRole('tab', { name: /^Unread/ }))
    await screen.findAllByRole('article')
    await user.keyboard('jju')
    expect(row('n2')).toBeNull()
    expect(focusedId()).toBe('n1')
    await user.keyboard('uu')
    expect(focusedId()).toBe('n3')
  })

  it('return to the last focused row from a button of the panel', async () => {
    const { user } = await openInbox()
    await user.keyboard('jjj')
    act(() => screen.getByRole('tab', { name: 'All' }).focus())
    await user.keyboard('j')
    expect(focusedId()).toBe('n1')
  })

  it('work by position on a keyboard of another script', async () => {
    await openInbox()
    const panel = screen.getByRole('dialog', { name: 'Notifications' })
    fireEvent.keyDown(panel, { key: 'о', code: 'KeyJ' })
    expect(focusedId()).toBe('n3')
  })

  it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { shiftKey: true }])(
    'are left to the browser with %o',
    async (modifier) => {
      await openInbox()
      expect(fireEvent.keyDown(document.activeElement ?? document.body, { key: 'j', code: 'KeyJ', ...modifier })).toBe(
        true,
      )
      expect(focusedId()).toBeUndefined()
    },
  )

  it.each(['input', 'textarea', 'select', 'div'] as const)('are ignored inside a text field: %s', async (name) => {
    const { user } = await openInbox()
    await user.keyboard('j')
    const field = document.createElement(name)
    if (name === 'div') field.setAttribute('contenteditable', 'true')
    row('n2')?.append(field)
    for (const key of ['j', 'u', 'ArrowDown', 'PageDown', '?', '/'])
      expect(fireEvent.keyDown(field, { key, bubbles: true })).toBe(true)
    expect(focusedId()).toBe('n3')
    expect(isUnread('n2')).toBe(true)
    expect(help()).toBeNull()
  })

  it('are ignored outside the panel', async () => {
    await openInbox()
    const outside = screen.getByRole('button', { name: 'Outside' })
    for (const key of ['j', 'u', 'ArrowDown', '?', '/', 'g', 'p'])
      expect(fireEvent.keyDown(outside, { key, bubbles: true })).toBe(true)
    expect(help()).toBeNull()
  })

  it('can be disabled, apart from those of the feed pattern', async () => {
    const { user } = await openInbox({ shortcuts: false })
    await user.keyboard('j?')
    expect(focusedId()).toBeUndefined()
    expect(help()).toBeNull()
    act(() => row('n3')?.focus())
    await user.keyboard('j{ArrowDown}u')
    expect(focusedId()).toBe('n3')
    expect(isUnread('n3')).toBe(true)
    await user.keyboard('{PageDown}')
    expect(focusedId()).toBe('n2')
  })

  it.each(['PageDown', 'PageUp'])('of the feed pattern work anywhere in the panel: %s', async (key) => {
    await openInbox({ shortcuts: false })
    const panel = screen.getByRole('dialog', { name: 'Notifications' })
    for (const place of [
      panel,
      screen.getByRole('tab', { name: 'All' }),
      screen.getByRole('button', { name: 'Preferences' }),
    ]) {
      act(() => place.focus())
      expect(fireEvent.keyDown(place, { key })).toBe(false)
      expect(focusedId()).toBe('n3')
    }
  })

  it.each(['PageDown', 'PageUp', ' ', 'ArrowDown'])(
    'that scroll never scroll the document behind the panel: %s',
    async (key) => {
      const service = createTestService({ notifications: [] })
      await openInbox({ ...inboxProps(service), shortcuts: false }, 'No notifications yet')
      const panel = screen.getByRole('dialog', { name: 'Notifications' })
      for (const place of [panel, screen.getByRole('tab', { name: 'All' })]) {
        const isLeftToTheTab = key === ' ' && place !== panel
        expect(fireEvent.keyDown(place, { key })).toBe(isLeftToTheTab)
      }
      expect(fireEvent.keyDown(screen.getByRole('button', { name: 'Outside' }), { key })).toBe(true)
    },
  )

  it('of a list without a panel work while the focus is in the list', async () => {
    const onMark = vi.fn()
    const list = makeNotifications(3)
    render(<Feed notifications={list} onMark={onMark} />)
    await userEvent.keyboard('j')
    expect(document.activeElement).toBe(document.body)
    act(() => row('n2')?.focus())
    await userEvent.keyboard('ju')
    expect(onMark).toHaveBeenCalledExactlyOnceWith(list[1], 'read')
  })
})

describe('keys of the panel', () => {
  it('Shift+U marks all as read', async () => {
    const { user } = await openInbox()
    await user.keyboard('{Shift>}U{/Shift}')
    await screen.findByRole('button', { name: 'Undo' })
    expect(['n0', 'n1', 'n2', 'n3'].map(isUnread)).toEqual([false, false, false, false])
  })

  it('g then p shows the preferences; p alone does nothing', async () => {
    const { user } = await openInbox()
    await user.keyboard('pgjp')
    expect(screen.getAllByRole('article')).toHaveLength(4)
    await user.keyboard('gp')
    await screen.findByRole('heading', { name: 'Preferences' })
    expect(document.activeElement).not.toBe(document.body)
  })

  it('Escape in the preferences first returns to the list', async () => {
    const { user } = await openInbox()
    await user.keyboard('gp')
    await screen.findByRole('heading', { name: 'Preferences' })
    act(() => screen.getByRole('button', { name: 'Back' }).focus())
    await user.keyboard('{Escape}')
    expect(screen.getByRole('tab', { name: 'All' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Preferences' }))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('/ focuses the tabs', async () => {
    const { user } = await openInbox()
    await user.keyboard('jj/')
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'All' }))
    await user.keyboard('{ArrowRight}j')
    expect(screen.getByRole('tab', { name: /^Unread/ })).toHaveAttribute('aria-selected', 'true')
  })

  it('? lists the shortcuts; Escape first closes the list and restores the focus', async () => {
    const { user } = await openInbox()
    await user.keyboard('jj?')
    const sheet = help()
    expect(document.activeElement).toBe(sheet)
    expect(within(sheet ?? document.body).getByText('Mark as read or unread')).toBeTruthy()
    // The feed beneath can be neither focused nor marked.
    await user.keyboard('uj')
    expect(isUnread('n2')).toBe(true)
    await user.tab()
    expect(document.activeElement).toBe(within(sheet ?? document.body).getByRole('button', { name: 'Close' }))
    await user.keyboard('{Escape}')
    expect(help()).toBeNull()
    expect(focusedId()).toBe('n2')
    await user.keyboard('?')
    await user.keyboard('?')
    expect(help()).toBeNull()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Notifications/ }))
  })
})
