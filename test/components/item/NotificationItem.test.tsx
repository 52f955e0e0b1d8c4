import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { createPortal } from 'react-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { NotificationTitle } from '../../../src/components/item/NotificationBody.tsx'
import { NotificationItem } from '../../../src/components/item/NotificationItem.tsx'
import { MarkButton } from '../../../src/components/item/rowActions.tsx'
import type { InboxNotification } from '../../../src/contract/inboxNotification.ts'
import { makeNotification } from '../../../src/testing/makeNotification.ts'
import { stayOnPage } from '../../setup/stayOnPage.ts'

const show = (
  fields: Partial<InboxNotification> = {},
  props: Partial<ComponentProps<typeof NotificationItem>> = {},
) => {
  const handlers = { onMark: vi.fn(), onOpen: vi.fn(), onAction: vi.fn() }
  const notification = makeNotification(1, fields)
  render(<NotificationItem notification={notification} {...handlers} {...props} />)
  return { notification, ...handlers }
}
const row = () => screen.getByRole('article')
const to = (url: string | undefined): Partial<InboxNotification> => ({ cta: { data: { url } } })

stayOnPage()
afterEach(() => getSelection()?.removeAllRanges())

describe('NotificationItem', () => {
  it('is an article with its title as name and its text as description', () => {
    show({ read: true, seen: true, subject: 'Invoice 2041', content: 'Due in\n14 days' }, { position: 3, setSize: 12 })
    const article = screen.getByRole('article', {
      name: 'Invoice 2041, Jan 5, 2026',
      description: /Due in\s14 days/,
    })
    expect(article.dataset.id).toBe('n1')
    expect(article.getAttribute('aria-posinset')).toBe('3')
    expect(article.getAttribute('aria-setsize')).toBe('12')
    expect(article.hasAttribute('data-unread')).toBe(false)
    expect(article.hasAttribute('data-unseen')).toBe(false)
    expect(within(article).queryByText('Unread')).toBeNull()
  })

  it('tells screen readers that it is unread', () => {
    show({ subject: 'Invoice 2041' })
    expect(screen.getByRole('article', { name: 'Unread, Invoice 2041, Jan 5, 2026' })).toBe(row())
    expect(row().hasAttribute('data-unread')).toBe(true)
    expect(row().hasAttribute('data-unseen')).toBe(true)
    expect(within(row()).getByText('Unread')).toBeTruthy()
  })

  it.each([null, undefined, '  '])('has its content as title if its subject is %j', (subject) => {
    show({ subject, content: 'Your export is finished' })
    expect(
      screen
        .getByRole('article', { name: 'Unread, Your export is finished, Jan 5, 2026' })
        .getAttribute('aria-describedby'),
    ).toBeNull()
    expect(screen.getAllByText('Your export is finished')).toHaveLength(1)
  })

  it('shows markup as text', () => {
    show({ subject: '<img src=x onerror=alert(1)>', content: '<b>bold</b>' })
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy()
    expect(screen.getByText('<b>bold</b>')).toBeTruthy()
    expect(row().querySelector('img, b')).toBeNull()
  })

  it('links to a path of this site', () => {
    show(to('/posts/1'))
    const link = screen.getByRole('link', { name: 'Notification 1' })
    expect(link.getAttribute('href')).toBe('/posts/1')
    expect(link.hasAttribute('target')).toBe(false)
  })

  it.each([
    ['http://localhost:3000/posts', null],
    ['mailto:pia@example.com', null],
    ['https://example.com/', '_blank'],
  ])('opens %s in the target %s', (url, target) => {
    show(to(url))
    expect(screen.getByRole('link').getAttribute('target')).toBe(target)
    expect(screen.getByRole('link').getAttribute('rel')).toBe(target && 'noopener noreferrer')
  })

  it.each([undefined, 'javascript:alert(1)', '//evil.example', 'java\nscript:alert(1)'])(
    'has no link for %j',
    (url) => {
      show(to(url))
      expect(screen.queryByRole('link')).toBeNull()
      expect(screen.getByText('Notification 1')).toBeTruthy()
    },
  )

  it('calls onOpen once for a click, a middle click and Enter on its link', async () => {
    const { onOpen, notification } = show(to('/posts/1'))
    await userEvent.click(screen.getByRole('link'))
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(notification, expect.objectContaining({ type: 'click' }))
    fireEvent(screen.getByRole('link'), new MouseEvent('auxclick', { bubbles: true, button: 1 }))
    expect(onOpen).toHaveBeenCalledTimes(2)
    fireEvent(screen.getByRole('link'), new MouseEvent('auxclick', { bubbles: true, button: 2 }))
    expect(onOpen).toHaveBeenCalledTimes(2)
    row().focus()
    await userEvent.keyboard('{Enter}')
    expect(onOpen).toHaveBeenCalledTimes(3)
  })

  it('follows its link on a click anywhere on the row', async () => {
    const { onOpen } = show(to('/posts/1'))
    const onClick = vi.fn()
    screen.getByRole('link').addEventListener('click', onClick)
    await userEvent.click(screen.getByText('Body of notification 1'))
    expect(onClick).toHaveBeenCalledOnce()
    expect(onOpen).toHaveBeenCalledOnce()
  })

  it('without a target, opens on a click and on Enter', async () => {
    const { onOpen } = show(to(undefined))
    await userEvent.click(screen.getByText('Body of notification 1'))
    expect(onOpen).toHaveBeenCalledOnce()
    row().focus()
    await userEvent.keyboard('{Enter}')
    expect(onOpen).toHaveBeenCalledTimes(2)
  })

  it('does not follow its link at the end of selecting its title', () => {
    const { onOpen } = show(to('/posts/1'))
    getSelection()?.selectAllChildren(screen.getByText('Notification 1'))
    const link = screen.getByRole('link')
    expect(fireEvent.click(link, { detail: 1 })).toBe(false)
    expect(onOpen).not.toHaveBeenCalled()
    // Enter on the link is a click too, without a pointer.
    fireEvent.click(link, { detail: 0 })
    expect(onOpen).toHaveBeenCalledOnce()
    getSelection()?.removeAllRanges()
    fireEvent.click(link, { detail: 1 })
    expect(onOpen).toHaveBeenCalledTimes(2)
  })

  it('does not open while its text is being selected', () => {
    const { onOpen } = show(to(undefined))
    getSelection()?.selectAllChildren(screen.getByText('Body of notification 1'))
    fireEvent.click(screen.getByText('Body of notification 1'))
    expect(onOpen).not.toHaveBeenCalled()
  })

  it.each([
    [false, 'Mark as read', 'read'],
    [true, 'Mark as unread', 'unread'],
  ])('offers the other state, without opening (read: %s)', async (read, name, verb) => {
    const { onMark, onOpen, notification } = show({ read })
    await userEvent.click(screen.getByRole('button', { name, description: 'Notification 1' }))
    expect(onMark).toHaveBeenCalledExactlyOnceWith(notification, verb)
    expect(onOpen).not.toHaveBeenCalled()
  })

  it('does not open when a button of its call to action is used', async () => {
    const { onAction, onOpen } = show({ cta: { action: { buttons: [{ type: 'primary', content: 'Accept' }] } } })
    await userEvent.click(screen.getByRole('button', { name: 'Accept' }))
    expect(onAction).toHaveBeenCalledOnce()
    expect(onOpen).not.toHaveBeenCalled()
  })

  it('does not open on a click on a control of the app', async () => {
    const { onMark, onOpen } = show(
      {},
      {
        children: (
          <>
            <NotificationTitle />
            <MarkButton render={<span />} />
            <div role="button">Snooze</div>
            <label>
              Choose
              <input hidden />
            </label>
            <div tabIndex={0}>Scrolls</div>
            {createPortal(<div role="menuitem">Mute</div>, document.body)}
          </>
        ),
      },
    )
    await userEvent.click(screen.getByRole('button', { name: 'Mark as read' }))
    await userEvent.keyboard('{Enter}')
    expect(onMark).toHaveBeenCalledTimes(2)
    await userEvent.click(screen.getByRole('button', { name: 'Snooze' }))
    await userEvent.click(screen.getByText('Choose'))
    await userEvent.click(screen.getByText('Scrolls'))
    await userEvent.click(screen.getByRole('menuitem'))
    expect(onOpen).not.toHaveBeenCalled()
    await userEvent.click(screen.getByText('Notification 1'))
    expect(onOpen).toHaveBeenCalledOnce()
  })

  it('opens once while Enter is held down, in a new tab with Control', () => {
    const { onOpen } = show(to('/posts/1'))
    fireEvent.keyDown(row(), { key: 'Enter', ctrlKey: true })
    fireEvent.keyDown(row(), { key: 'Enter', ctrlKey: true, repeat: true })
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      expect.objectContaining({ type: 'click', ctrlKey: true, metaKey: false }),
    )
  })

  it('is not clickable for screen readers: only its controls have handlers of clicks', () => {
    show({ cta: {} })
    // React sets `onclick` on an element with the prop `onClick`, and Orca then adds "clickable".
    expect([row(), ...row().querySelectorAll<HTMLElement>(':not(button)')].filter(({ onclick }) => onclick)).toEqual([])
  })

  it('has thirteen elements with a picture, a linked title, a text, a time and a mark button', () => {
    show({ actor: { type: 'user', data: '/ada.png' } }, { isTabStop: false })
    expect(row().querySelectorAll('*').length + 1).toBe(13)
  })

  it.each([
    ['with a link', { data: { url: '/posts/1' } }],
    ['without a link', {}],
  ])('has blocks with the direction of their texts, so that an ellipsis is at their end: %s', (_, cta) => {
    show({ subject: 'مرحبا', content: 'أهلا', cta })
    for (const text of ['مرحبا', 'أهلا']) expect(screen.getByText(text).closest('div')?.dir).toBe('auto')
  })

  describe('in a list, where it is not the tab stop', () => {
    const cta = { data: { url: '/posts/1' }, action: { buttons: [{ type: 'primary', content: 'Accept' }] } }
    it('is out of the tab order, with all its controls', async () => {
      const { rerender } = render(<NotificationItem notification={makeNotification(1, { cta })} isTabStop={false} />)
      await userEvent.tab()
      expect(document.activeElement).toBe(document.body)
      rerender(<NotificationItem notification={makeNotification(1, { cta })} />)
      const reached = []
      for (await userEvent.tab(); document.activeElement !== document.body; await userEvent.tab())
        reached.push(document.activeElement?.textContent)
      expect(reached.slice(1)).toEqual(['Notification 1', 'Accept'])
    })

    it.each([
      ['default content', undefined],
      ['content of the app', <MarkButton key="mark" />],
    ])('has its mark button: %s', (_content, children) => {
      show({}, { isTabStop: false, children })
      expect(screen.getByRole('button', { name: 'Mark as read' }).tabIndex).toBe(-1)
    })
  })

  it('has no mark button without onMark', () => {
    show({}, { onMark: undefined })
    expect(screen.queryByRole('button')).toBeNull()
  })
})
