import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Feed, Inbox } from '../../src/index.ts'
import { createTestService, inboxProps, makeNotification, makeNotifications } from '../../src/testing/index.ts'

const cleanUp: (() => void)[] = []
afterEach(() => {
  for (const clean of cleanUp.splice(0)) clean()
})

/** Renders into a frame with the React of this window: elements and events have the classes of another window. */
const showInFrame = async (content: ReactNode) => {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const { contentDocument, contentWindow } = frame
  if (!contentDocument || !contentWindow) throw new Error('The frame has no document.')
  const host = contentDocument.body.appendChild(contentDocument.createElement('div'))
  const root = createRoot(host)
  cleanUp.push(() => {
    act(() => root.unmount())
    frame.remove()
  })
  await act(async () => root.render(content))
  const press = (key: string) => {
    const { KeyboardEvent } = contentWindow as Window & typeof globalThis
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true })
    return act(async () => void contentDocument.activeElement?.dispatchEvent(event))
  }
  const find = (selector: string) => {
    const found = contentDocument.querySelector<HTMLElement>(selector)
    if (!found) throw new Error(`There is no ${selector}.`)
    return found
  }
  return { frame: contentDocument, find, press }
}

describe('in a frame, or a window that the app opened', () => {
  it('a button inside a row does not open the row', async () => {
    const handlers = { onOpen: vi.fn(), onMark: vi.fn() }
    const { find } = await showInFrame(<Feed notifications={[makeNotification(1, { cta: {} })]} {...handlers} />)
    await act(async () => find('.tidings-mark').click())
    expect(handlers.onMark).toHaveBeenCalledOnce()
    expect(handlers.onOpen).not.toHaveBeenCalled()
  })

  it('keys move through the list, and mark', async () => {
    const onMark = vi.fn()
    const { frame, find, press } = await showInFrame(<Feed notifications={makeNotifications(3)} onMark={onMark} />)
    find('[data-index="0"]').focus()
    await press('j')
    expect(frame.activeElement).toBe(find('[data-index="1"]'))
    await press('u')
    expect(onMark).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ _id: 'n1' }), 'read')
    await press('PageDown')
    expect(frame.activeElement).toBe(find('[data-index="2"]'))
  })

  it('the list of shortcuts restores the focus, and Escape on the bell closes the panel', async () => {
    const { frame, find, press } = await showInFrame(
      <Inbox {...inboxProps(createTestService({ notifications: makeNotifications(2) }))} />,
    )
    await act(async () => find('.tidings-bell').click())
    await vi.waitFor(() => find('[role="article"]'))
    await press('j')
    await press('?')
    expect(frame.activeElement).toBe(find('.tidings-shortcuts'))
    await press('Escape')
    expect(frame.activeElement).toBe(find('[data-index="0"]'))
    find('.tidings-bell').focus()
    await press('Escape')
    expect(frame.querySelector('.tidings-panel')).toBeNull()
  })
})
