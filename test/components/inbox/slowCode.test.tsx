import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const code = '../../../src/components/inbox/panelContent.ts'

/** Lets the code of the list arrive. */
let arrive = () => {}

beforeEach(() => {
  vi.resetModules()
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  vi.doMock(code, async (original) => {
    await arrived
    return original()
  })
})
afterEach(() => vi.unstubAllGlobals())

/** The close requests of the system, such as Android's Back. */
const stubBack = () => {
  const watchers: EventTarget[] = []
  class Watcher extends EventTarget {
    constructor() {
      super()
      watchers.push(this)
    }
    destroy() {
      watchers.splice(watchers.indexOf(this), 1)
    }
  }
  vi.stubGlobal('CloseWatcher', Watcher)
  return () => act(() => watchers.at(-1)?.dispatchEvent(new Event('close')))
}

const stubPhone = () => vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))

const bell = () => screen.getByRole('button', { name: /^Notifications/ })
const panel = () => screen.queryByRole('dialog', { name: 'Notifications' })
const button = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name })
const title = () => within(screen.getByRole('dialog')).getByRole('heading', { name: 'Notifications' })
const rows = () => screen.queryAllByRole('article')

const open = async () => {
  // Not src/index.ts, which has <InboxPage>, and with it the code that is late here.
  const { Inbox } = await import('../../../src/components/inbox/Inbox.tsx')
  const { createTestService } = await import('../../../src/testing/createTestService.ts')
  const { inboxProps } = await import('../../../src/testing/inboxProps.ts')
  const { makeNotifications } = await import('../../../src/testing/makeNotification.ts')
  const service = createTestService({ notifications: makeNotifications(3) })
  render(
    <StrictMode>
      <button>Outside</button>
      <Inbox {...inboxProps(service)} />
    </StrictMode>,
  )
  await userEvent.click(bell())
}

const show = async () => {
  arrive()
  await waitFor(() => expect(rows()).toHaveLength(3))
}

describe('a panel whose code is late', () => {
  it('opens at once, and stays the same element with the same focus when the code arrives', async () => {
    await open()
    const [before, heading] = [panel(), title()]
    expect(heading).toHaveFocus()
    expect(button('Mark all as read')).toHaveAttribute('aria-disabled', 'true')
    const onFocus = vi.fn()
    document.addEventListener('focusin', onFocus)
    await show()
    document.removeEventListener('focusin', onFocus)
    expect(panel()).toBe(before)
    expect(title()).toBe(heading)
    expect(heading).toHaveFocus()
    expect(onFocus).not.toHaveBeenCalled()
    expect(button('Mark all as read')).not.toHaveAttribute('aria-disabled')
  })

  it.each(['Close', 'Preferences', 'Mark all as read'])(
    'leaves the focus on "%s" when the code arrives',
    async (name) => {
      await open()
      const focused = button(name)
      act(() => focused.focus())
      await show()
      expect(button(name)).toBe(focused)
      expect(focused).toHaveFocus()
    },
  )

  it('shows the preferences, or the list again, as the reader has chosen meanwhile', async () => {
    await open()
    await userEvent.click(button('Preferences'))
    expect(screen.getByRole('heading', { name: 'Preferences' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    expect(button('Preferences')).toHaveFocus()
    await userEvent.click(button('Preferences'))
    arrive()
    await screen.findByRole('group', { name: 'Preferences' })
    expect(screen.getByRole('heading', { name: 'Preferences' })).toHaveFocus()
  })
})

const ways: Record<string, () => unknown> = {
  Escape: () => userEvent.keyboard('{Escape}'),
  'Escape on the bell': () => fireEvent.keyDown(bell(), { key: 'Escape' }),
  'a press outside': () => fireEvent.pointerDown(screen.getByText('Outside')),
  'focus outside': () => act(() => screen.getByText('Outside').focus()),
  'the bell': () => userEvent.click(bell()),
  Close: () => userEvent.click(button('Close')),
}

describe.each([
  ['before its code arrives', async () => {}],
  ['after its code has arrived', show],
])('a panel %s', (_when, wait) => {
  it.each(Object.entries(ways))('is closed by %s', async (way, close) => {
    await open()
    await wait()
    expect(panel()).toBeInTheDocument()
    await close()
    await waitFor(() => expect(panel()).toBeNull())
    expect(way === 'focus outside' ? screen.getByText('Outside') : bell()).toHaveFocus()
  })

  it('is modal on a phone, where Tab wraps around and Back closes it', async () => {
    stubPhone()
    const goBack = stubBack()
    await open()
    await wait()
    expect(panel()).toHaveAttribute('aria-modal', 'true')
    act(() => panel()?.focus())
    await userEvent.tab({ shift: true })
    expect(panel()).toContainElement(document.activeElement as HTMLElement)
    expect(panel()).not.toHaveFocus()
    await goBack()
    await waitFor(() => expect(panel()).toBeNull())
  })
})
