import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type InboxProps, NotificationTitle } from '../../../src/index.ts'
import { createTestService, makeNotification, makeNotifications } from '../../../src/testing/index.ts'
import { showInbox } from '../../regressions/showInbox.tsx'

afterEach(() => void vi.restoreAllMocks())

const two = () => createTestService({ notifications: makeNotifications(2) })
const bell = () => screen.findByRole('button', { name: /^Notifications/ })
const dialog = () => screen.queryByRole('dialog')

describe('open', () => {
  it('decides whether the panel is open: the reader only requests it', async () => {
    const onOpenChange = vi.fn<(open: boolean) => void>()
    const inbox = showInbox(two(), { open: false, onOpenChange })
    await userEvent.click(await bell())
    expect(onOpenChange.mock.calls).toEqual([[true]])
    expect(dialog()).toBeNull()
    inbox.change({ open: true })
    await screen.findAllByRole('article')
    await userEvent.keyboard('{Escape}')
    expect(onOpenChange.mock.lastCall).toEqual([false])
    expect(dialog()).not.toBeNull()
    inbox.change({ open: false })
    expect(dialog()).toBeNull()
  })

  it('is the inbox’s own without the prop', async () => {
    const onOpenChange = vi.fn<(open: boolean) => void>()
    showInbox(two(), { defaultOpen: true, onOpenChange })
    await screen.findAllByRole('article')
    expect(onOpenChange).not.toHaveBeenCalled()
    await userEvent.click(await bell())
    expect(dialog()).toBeNull()
    await userEvent.click(await bell())
    expect(dialog()).not.toBeNull()
    expect(onOpenChange.mock.calls).toEqual([[false], [true]])
  })

  it.each<[how: string, end: (resolve: () => void, reject: (error: Error) => void) => void]>([
    ['ends', (resolve) => resolve()],
    ['is canceled', (_resolve, reject) => reject(new DOMException('canceled', 'AbortError'))],
    // As with `* { animation-play-state: paused !important }`.
    ['never ends', () => {}],
  ])('changes once, when the animation of the leaving panel %s', async (_how, end) => {
    const onOpenChange = vi.fn<(open: boolean) => void>()
    let endAnimation = () => {}
    const finished = new Promise<void>((resolve, reject) => (endAnimation = () => end(resolve, reject)))
    showInbox(two(), { defaultOpen: true, onOpenChange })
    await screen.findAllByRole('article')
    const panel = Object.assign(screen.getByRole('dialog'), { getAnimations: () => [{ finished }] })
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await bell())
    expect(panel).toHaveAttribute('data-leaving')
    expect(onOpenChange).not.toHaveBeenCalled()
    endAnimation()
    await waitFor(() => expect(dialog()).toBeNull(), { timeout: 3_000 })
    expect(onOpenChange.mock.calls).toEqual([[false]])
    expect(await bell()).toHaveFocus()
  })

  it('shows the panel again if the app keeps it open', async () => {
    showInbox(two(), { open: true })
    await screen.findAllByRole('article')
    await userEvent.keyboard('{Escape}')
    expect(dialog()).not.toHaveAttribute('data-leaving')
  })
})

describe('renderBell', () => {
  it('renders the app’s button, with the behavior of the bell', async () => {
    showInbox(two(), {
      renderBell: (props, { open, count }) => (
        <button {...props} className="nav">
          Inbox {count} {open ? '▴' : '▾'}
        </button>
      ),
    })
    const button = await screen.findByRole('button', { name: 'Notifications, 2 new' })
    expect(button).toHaveTextContent('Inbox 2 ▾')
    expect(button.className).toBe('nav')
    await userEvent.click(button)
    await screen.findAllByRole('article')
    expect(button).toHaveAttribute('aria-expanded', 'true')
    expect(button).toHaveTextContent('▴')
    await userEvent.keyboard('{Escape}')
    expect(button).toHaveFocus()
  })

  it('may render nothing, for a trigger elsewhere', async () => {
    showInbox(two(), { renderBell: () => null, layout: 'drawer', open: true })
    await screen.findAllByRole('article')
    expect(dialog()).toHaveAttribute('data-layout', 'drawer')
    expect(document.querySelector('.tidings-bell')).toBeNull()
  })
})

describe('tabs', () => {
  const service = () =>
    createTestService({
      notifications: [
        makeNotification(0, { payload: { kind: 'mention' } }),
        makeNotification(1, { payload: { kind: 'mention' }, read: true, seen: true }),
        makeNotification(2, { payload: { kind: 'digest' } }),
      ],
    })
  const mentions = { title: 'Mentions', filter: { payload: { kind: 'mention' } }, count: 'unread' as const }
  const everything = { title: 'Everything', filter: {} }
  const rows = () => screen.getAllByRole('article').map((row) => row.getAttribute('data-id'))

  it('select what the list shows, and count their unread notifications', async () => {
    const inbox = showInbox(service(), { tabs: [everything, mentions] })
    await inbox.open()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Everything', 'Mentions 1'])
    expect(rows()).toHaveLength(3)
    await userEvent.click(screen.getByRole('tab', { name: /Mentions/ }))
    await vi.waitFor(() => expect(new Set(rows())).toEqual(new Set(['n0', 'n1'])))
    await inbox.mark('n0', 'Mark as read')
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent(/^Mentions$/)
    // The app removes the selected tab.
    inbox.change({ tabs: [everything, { title: 'Unread', filter: { read: false } }].slice(0, 1) })
    await vi.waitFor(() => expect(rows()).toHaveLength(3))
  })

  it('are hidden when there is one', async () => {
    const inbox = showInbox(service(), { tabs: [mentions] })
    await inbox.open()
    expect(new Set(rows())).toEqual(new Set(['n0', 'n1']))
    expect(screen.queryByRole('tablist')).toBeNull()
    expect(screen.queryByRole('tabpanel')).toBeNull()
  })
})

it('footer renders below the list', async () => {
  const inbox = showInbox(two(), { footer: <a href="/inbox">See all</a> })
  await inbox.open()
  const link = screen.getByRole('link', { name: 'See all' })
  const [row] = screen.getAllByRole('article')
  expect(row && row.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

describe('renderItem', () => {
  const service = () =>
    createTestService({ notifications: [makeNotification(0, { templateIdentifier: 'known' }), makeNotification(1)] })
  const titles = () => screen.getAllByRole('article').map((row) => row.querySelector('.tidings-item-row')?.textContent)

  it('renders each row without a renderer in `kinds`', async () => {
    const inbox = showInbox(service(), {
      kinds: { known: () => 'A known kind' },
      renderItem: ({ _id, read }) => <NotificationTitle>{`${_id} is ${read ? 'read' : 'unread'}`}</NotificationTitle>,
    })
    await inbox.open()
    expect(new Set(titles())).toEqual(new Set(['UnreadA known kind', 'Unreadn1 is unread']))
    await userEvent.keyboard('{ArrowDown}')
    const row = inbox.row('n1')
    row.focus()
    await userEvent.keyboard('u')
    await vi.waitFor(() => expect(row).toHaveTextContent('n1 is read'))
  })

  it('may be a new function in each render of the app: what it renders has the same state and focus', async () => {
    const Counter = () => {
      const [count, setCount] = useState(0)
      return <button onClick={() => setCount(count + 1)}>{count}</button>
    }
    const render = (word: string): Partial<InboxProps> => ({
      renderItem: ({ _id }) => (
        <>
          {`${word} ${_id}`}
          <Counter />
        </>
      ),
    })
    const inbox = showInbox(two(), render('first'))
    await inbox.open()
    const button = within(inbox.row('n1')).getByRole('button', { name: '0' })
    await userEvent.click(button)
    inbox.change(render('second'))
    expect(inbox.row('n1')).toHaveTextContent('second n11')
    expect(button).toHaveFocus()
  })

  it('that throws leaves the default content, and is reported', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const onError = vi.fn()
    const inbox = showInbox(createTestService({ notifications: makeNotifications(1) }), {
      renderItem: () => {
        throw new Error('This renderer is broken.')
      },
      onError,
    })
    await inbox.open()
    expect(titles()[0]).toContain('Notification 0')
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: 'This renderer is broken.' }))
  })
})

it('kinds["*"] renders the workflows without a renderer of their own', async () => {
  const inbox = showInbox(
    createTestService({
      notifications: [makeNotification(0, { templateIdentifier: 'known' }), makeNotification(1), makeNotification(2)],
    }),
    {
      kinds: {
        known: () => 'A known kind',
        '*': ({ notification }) => `Other ${(notification as { _id: string })._id}`,
      },
    },
  )
  await inbox.open()
  expect(inbox.row('n0')).toHaveTextContent('A known kind')
  expect(inbox.row('n1')).toHaveTextContent('Other n1')
  expect(inbox.row('n2')).toHaveTextContent('Other n2')
})
