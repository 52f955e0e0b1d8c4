import * as Popover from '@radix-ui/react-popover'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { describe, expect, it, vi } from 'vitest'
import { Feed } from '../../../src/components/feed/Feed.tsx'
import { Panel } from '../../../src/components/panel/Panel.tsx'
import { makeNotification } from '../../../src/testing/makeNotification.ts'

interface SubjectProps {
  onClose?: (reason: string) => void
  children?: ReactNode
}

const Subject = ({ onClose = () => {}, children = <button>Inside</button> }: SubjectProps) => {
  const [open, setOpen] = useState(false)
  const bell = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button ref={bell} onClick={() => setOpen(!open)}>
        Bell
      </button>
      <Panel
        open={open}
        anchor={bell}
        onClose={(reason) => {
          onClose(reason)
          setOpen(false)
        }}
      >
        {children}
      </Panel>
      <button>Outside</button>
    </>
  )
}

const bell = () => screen.getByRole('button', { name: 'Bell' })
const panel = () => screen.queryByRole('dialog', { name: 'Notifications' })
const open = () => userEvent.click(bell())

describe('Panel', () => {
  it('takes the focus, and restores it on Escape', async () => {
    const onClose = vi.fn()
    render(<Subject onClose={onClose} />)
    await open()
    expect(document.activeElement).toBe(panel())
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('Inside')
    await userEvent.keyboard('{Escape}')
    expect(panel()).toBeNull()
    expect(document.activeElement).toBe(bell())
    expect(onClose.mock.calls).toEqual([['escape']])
  })

  it('works the same in StrictMode', async () => {
    render(<Subject />, { wrapper: StrictMode })
    await open()
    expect(document.activeElement).toBe(panel())
    await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(bell())
    expect(bell().hasAttribute('style')).toBe(false)
  })

  it('leaves the focus where one of its parts has moved it', async () => {
    const Search = () => {
      const input = useRef<HTMLInputElement>(null)
      useLayoutEffect(() => input.current?.focus(), [])
      return <input ref={input} aria-label="Search" />
    }
    render(
      <Subject>
        <Search />
      </Subject>,
    )
    await open()
    expect(document.activeElement).toBe(screen.getByLabelText('Search'))
  })

  it('leaves Escape to an inner element', async () => {
    const onKeyDown = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    render(
      <Subject>
        <input aria-label="Search" onKeyDown={onKeyDown} />
      </Subject>,
    )
    await open()
    await userEvent.type(screen.getByLabelText('Search'), '{Escape}')
    expect(onKeyDown).toHaveBeenCalled()
    expect(panel()).not.toBeNull()
  })

  it('leaves Escape to a dialog that one of its parts opened, anywhere in the DOM', async () => {
    const onClose = vi.fn()
    render(
      <Subject onClose={onClose}>
        <dialog open>
          <button>Sure?</button>
        </dialog>
        <div role="menu">
          <button role="menuitem">Pin</button>
        </div>
        {createPortal(<button role="menuitem">Mute</button>, document.body)}
      </Subject>,
    )
    await open()
    const insides = [screen.getByRole('button', { name: 'Sure?' }), ...screen.getAllByRole('menuitem')]
    for (const inside of insides) {
      act(() => inside.focus())
      await userEvent.keyboard('{Escape}')
    }
    expect(onClose).not.toHaveBeenCalled()
    expect(panel()).not.toBeNull()
  })

  it('does not pass Escape to a dialog of the app around it', async () => {
    const onKeyDown = vi.fn()
    render(
      <div onKeyDown={onKeyDown}>
        <Subject />
      </div>,
    )
    await open()
    onKeyDown.mockClear()
    await userEvent.keyboard('{Escape}')
    expect(onKeyDown).not.toHaveBeenCalled()
  })

  describe('in a dialog of the app that captures Escape, as those of Radix', () => {
    const InDialog = ({ children }: { children?: ReactNode }) => (
      <Popover.Root modal defaultOpen>
        <Popover.Content aria-label="Of the app">
          <Subject>{children}</Subject>
        </Popover.Content>
      </Popover.Root>
    )
    const dialog = () => screen.queryByRole('dialog', { name: 'Of the app' })
    const places: [string, () => HTMLElement | null][] = [
      ['panel', () => screen.getByText('Inside')],
      ['bell', bell],
      ['dialog', dialog],
    ]
    it.each(places)('closes first, with the focus in the %s', async (_, place) => {
      render(<InDialog />)
      await open()
      act(() => place()?.focus())
      await userEvent.keyboard('{Escape}')
      expect(panel()).toBeNull()
      expect(dialog()).not.toBeNull()
      await userEvent.keyboard('{Escape}')
      expect(dialog()).toBeNull()
    })

    it('leaves Escape to a menu that one of its parts opened', async () => {
      render(
        <InDialog>
          <Popover.Root>
            <Popover.Trigger>Menu</Popover.Trigger>
            <Popover.Content aria-label="Of a row">
              <button>Mute</button>
            </Popover.Content>
          </Popover.Root>
        </InDialog>,
      )
      await open()
      await userEvent.click(screen.getByText('Menu'))
      const menu = () => screen.queryByRole('dialog', { name: 'Of a row' })
      expect(menu()).not.toBeNull()
      await userEvent.keyboard('{Escape}')
      expect(menu()).toBeNull()
      expect(panel()).not.toBeNull()
    })
  })

  it('closes on Escape on the bell, and when nothing has the focus', async () => {
    render(<Subject />)
    await open()
    bell().focus()
    await userEvent.keyboard('{Escape}')
    expect(panel()).toBeNull()
    await open()
    act(() => panel()?.blur())
    await userEvent.keyboard('{Escape}')
    expect(panel()).toBeNull()
  })

  it('ignores Escape elsewhere', async () => {
    render(<Subject />)
    await open()
    document.body.tabIndex = -1
    const elsewhere = document.createElement('p')
    document.body.append(elsewhere)
    act(() => {
      elsewhere.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    })
    expect(panel()).not.toBeNull()
    elsewhere.remove()
  })

  it('closes when an element outside is pressed or focused', async () => {
    const onClose = vi.fn()
    render(<Subject onClose={onClose} />)
    await open()
    await userEvent.click(screen.getByText('Inside'))
    expect(panel()).not.toBeNull()
    await userEvent.click(document.body)
    expect(onClose).toHaveBeenLastCalledWith('pointer')
    await open()
    await userEvent.tab()
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('Outside')
    expect(panel()).toBeNull()
    expect(onClose).toHaveBeenLastCalledWith('focus')
  })

  it('is closed by its bell, and does not open again', async () => {
    const onClose = vi.fn()
    render(<Subject onClose={onClose} />)
    await open()
    await userEvent.click(bell())
    expect(panel()).toBeNull()
    expect(onClose).not.toHaveBeenCalled()
  })

  it('remembers which notifications were new, for all its lists', async () => {
    const Lists = () => {
      const [tab, setTab] = useState('all')
      const [seen, setSeen] = useState(false)
      return (
        <>
          <button onClick={() => setTab('unread')}>Unread</button>
          <button onClick={() => setSeen(true)}>Seen</button>
          <Feed key={tab} notifications={[makeNotification(1, { seen })]} />
        </>
      )
    }
    render(
      <Subject>
        <Lists />
      </Subject>,
    )
    const isNew = () => screen.getByRole('article').hasAttribute('data-new')
    await open()
    await userEvent.click(screen.getByText('Seen'))
    await userEvent.click(screen.getByText('Unread', { selector: 'button' }))
    expect(isNew()).toBe(true)
  })

  it.each(['open', 'closed'] as const)('works inside a shadow root that is %s', async (mode) => {
    const host = document.createElement('div')
    document.body.append(host)
    const shadow = host.attachShadow({ mode })
    const container = document.createElement('div')
    shadow.append(container)
    const root = createRoot(container)
    act(() => root.render(<Subject />))
    const find = (selector: string) => shadow.querySelector<HTMLElement>(selector)
    const press = (element: Element | null) =>
      act(() => {
        element?.dispatchEvent(new Event('pointerdown', { bubbles: true, composed: true }))
      })

    act(() => find('button')?.click())
    expect(shadow.activeElement).toBe(find('[role="dialog"]'))
    press(find('[role="dialog"] button'))
    expect(find('[role="dialog"]')).not.toBeNull()
    press(find('[role="dialog"] + button'))
    expect(find('[role="dialog"]')).toBeNull()
    act(() => find('button')?.click())
    press(document.body)
    expect(find('[role="dialog"]')).toBeNull()

    act(() => root.unmount())
    host.remove()
  })
})

describe('a panel that fills the screen', () => {
  it('is modal meanwhile, and Tab wraps around in it', async () => {
    const media = Object.assign(new EventTarget(), { matches: true })
    vi.stubGlobal('matchMedia', () => media)
    render(
      <Subject>
        <button>First</button>
        <button>Last</button>
      </Subject>,
    )
    await open()
    expect(panel()).toHaveAttribute('aria-modal', 'true')
    const [first, last] = [screen.getByRole('button', { name: 'First' }), screen.getByRole('button', { name: 'Last' })]
    await userEvent.tab({ shift: true })
    expect(last).toHaveFocus()
    await userEvent.tab()
    expect(first).toHaveFocus()
    await userEvent.tab({ shift: true })
    expect(last).toHaveFocus()

    media.matches = false
    act(() => void media.dispatchEvent(new Event('change')))
    expect(panel()).not.toHaveAttribute('aria-modal')
    await userEvent.tab()
    expect(screen.getByRole('button', { name: 'Outside' })).toHaveFocus()
    vi.unstubAllGlobals()
  })
})
