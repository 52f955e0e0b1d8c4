import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ContentProvider } from '../../../src/components/content/ContentProvider.tsx'
import { Feed, type FeedProps } from '../../../src/components/feed/Feed.tsx'
import { Announcer } from '../../../src/components/feedback/Announcer.tsx'
import { NotificationTitle } from '../../../src/components/item/NotificationBody.tsx'
import { LanguageProvider } from '../../../src/components/language/LanguageProvider.tsx'
import { parseRichText } from '../../../src/content/parseRichText.ts'
import type { InboxNotification } from '../../../src/contract/inboxNotification.ts'
import { makeNotification, makeNotifications } from '../../../src/testing/makeNotification.ts'
import { installIntersectionObserver } from '../fakeIntersectionObserver.ts'

let view: ReturnType<typeof installIntersectionObserver>
beforeEach(() => {
  view = installIntersectionObserver()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const rows = () => screen.queryAllByRole('article')
const row = (id: string) => rows().find(({ dataset }) => dataset.id === id)
const focusedId = () => document.activeElement?.closest<HTMLElement>('[role="article"]')?.dataset.id
const endMark = () => document.querySelector('.tidings-end')
const three = makeNotifications(3)

describe('Feed', () => {
  it('lists articles with their position', () => {
    render(<Feed notifications={three} />)
    expect(screen.getByRole('feed', { name: 'Notifications' }).getAttribute('aria-busy')).toBe('false')
    expect(rows().map(({ dataset }) => dataset.id)).toEqual(['n2', 'n1', 'n0'])
    expect(rows().map((item) => item.getAttribute('aria-posinset'))).toEqual(['1', '2', '3'])
    expect(rows().map((item) => item.getAttribute('aria-setsize'))).toEqual(['3', '3', '3'])
  })

  it('has no length while there are more pages, unless `total` is given', () => {
    const { rerender } = render(<Feed notifications={three} hasMore onEndReached={() => {}} />)
    expect(rows()[0]?.getAttribute('aria-setsize')).toBe('-1')
    rerender(<Feed notifications={three} hasMore onEndReached={() => {}} total={250} />)
    expect(rows()[0]?.getAttribute('aria-setsize')).toBe('250')
  })

  describe('states', () => {
    it('is busy while the first page loads', () => {
      render(<Feed notifications={[]} status="loading" />)
      expect(screen.getByRole('feed').getAttribute('aria-busy')).toBe('true')
      expect(screen.queryByText("You're all caught up")).toBeNull()
    })

    it('shows an empty list', () => {
      const { rerender } = render(<Feed notifications={[]} />)
      expect(screen.getByText("You're all caught up")).toBeTruthy()
      rerender(<Feed notifications={[]} empty="Nothing here" />)
      expect(screen.getByText('Nothing here')).toBeTruthy()
      expect(screen.queryByText("You're all caught up")).toBeNull()
    })

    it('shows that the first page failed, and retries', async () => {
      const onRetry = vi.fn()
      render(<Feed notifications={[]} status="error" onRetry={onRetry} />, { wrapper: Announcer })
      expect(screen.getByRole('status').textContent).toBe('Your notifications could not be loaded.')
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
      expect(onRetry).toHaveBeenCalledExactlyOnceWith()
    })

    it.each(['loading', 'error'] as const)('still shows its notifications while the status is %s', (status) => {
      render(<Feed notifications={three} status={status} onRetry={() => {}} />)
      expect(rows()).toHaveLength(3)
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    })

    it('still shows its notifications when a later page fails, with a retry below', async () => {
      const onEndReached = vi.fn()
      const props = { notifications: three, hasMore: true, onEndReached }
      const { rerender } = render(<Feed {...props} loadMoreFailed />, { wrapper: Announcer })
      expect(rows()).toHaveLength(3)
      expect(endMark()).toBeNull()
      expect(screen.getByRole('status').textContent).toBe('More notifications could not be loaded.')
      const retry = screen.getByRole('button', { name: 'Try again' })
      await userEvent.click(retry)
      expect(onEndReached).toHaveBeenCalledOnce()
      rerender(<Feed {...props} isLoadingMore loadMoreFailed />)
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Loading more…' }))
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    })
  })

  describe('more pages', () => {
    it('load when the end is near, and not while a page loads', () => {
      const onEndReached = vi.fn()
      const props = { notifications: three, hasMore: true, onEndReached }
      const { rerender } = render(<Feed {...props} />)
      const mark = endMark()
      if (mark) view.show(mark, { height: 640, visible: 0 })
      expect(onEndReached).not.toHaveBeenCalled()
      if (mark) view.show(mark, { height: 640, visible: 1 })
      expect(onEndReached).toHaveBeenCalledOnce()
      rerender(<Feed {...props} isLoadingMore />)
      expect(endMark()).toBeNull()
      expect(screen.getByRole('feed').getAttribute('aria-busy')).toBe('true')
      expect(rows()).toHaveLength(3)
    })

    it('load again after a page too short to fill the view', () => {
      const onEndReached = vi.fn()
      const { rerender } = render(<Feed notifications={three} hasMore onEndReached={onEndReached} />)
      const before = endMark()
      if (before) view.show(before, { height: 640, visible: 640 })
      rerender(<Feed notifications={makeNotifications(4)} hasMore onEndReached={onEndReached} />)
      const after = endMark()
      if (after) view.show(after, { height: 640, visible: 640 })
      expect(onEndReached).toHaveBeenCalledTimes(2)
    })

    it('end without a sentinel or a button', () => {
      render(<Feed notifications={three} onEndReached={() => {}} />)
      expect(endMark()).toBeNull()
      expect(screen.queryByRole('button')).toBeNull()
    })

    it('load by a button, which moves the focus to the first new row', async () => {
      const Subject = () => {
        const [shown, setShown] = useState(2)
        return (
          <Feed
            notifications={makeNotifications(6).slice(0, shown)}
            hasMore={shown < 6}
            onEndReached={() => setShown(shown + 2)}
          />
        )
      }
      render(<Subject />)
      await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
      expect(focusedId()).toBe('n3')
      await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
      expect(focusedId()).toBe('n1')
    })

    it('move the focus from the button to the first row of the last page', () => {
      const { rerender } = render(
        <Feed notifications={makeNotifications(6).slice(0, 4)} hasMore onEndReached={() => {}} />,
      )
      act(() => screen.getByRole('button', { name: 'Show more' }).focus())
      rerender(<Feed notifications={makeNotifications(6)} onEndReached={() => {}} />)
      expect(focusedId()).toBe('n1')
    })
  })

  describe('rendering', () => {
    /** A notification that counts how often it is rendered. */
    const counted = (number: number) => {
      let reads = 0
      const { content, ...rest } = makeNotification(number)
      const notification: InboxNotification = {
        ...rest,
        get content() {
          reads++
          return content
        },
      }
      return { notification, reads: () => reads }
    }

    it('renders the row that changed, and no other', () => {
      const items = Array.from({ length: 50 }, (_, number) => counted(number))
      const list = items.map(({ notification }) => notification)
      // New handlers on each render, as in most apps.
      const feed = (notifications: InboxNotification[]) => (
        <Feed notifications={notifications} onMark={() => {}} onOpen={() => {}} onAction={() => {}} onSeen={() => {}} />
      )
      const { rerender } = render(feed(list))
      const before = items.map(({ reads }) => reads())
      rerender(feed(list.with(7, makeNotification(7, { read: true }))))
      expect(items.map(({ reads }) => reads())).toEqual(before)
      expect(row('n7')?.hasAttribute('data-unread')).toBe(false)
    })

    it('renders once when a notification changes, and once when one arrives', () => {
      let renders = 0
      const kinds = {
        get other() {
          renders++
          return undefined
        },
      }
      const list = [makeNotification(0, { templateIdentifier: 'other' })]
      const { rerender } = render(<Feed notifications={list} kinds={kinds} />)
      renders = 0
      rerender(<Feed notifications={list.map((item) => ({ ...item, read: true }))} kinds={kinds} />)
      expect(renders).toBe(1)
      rerender(<Feed notifications={[makeNotification(1), ...list]} kinds={kinds} />)
      expect(renders).toBe(2)
    })

    it('calls the handlers of the last render', async () => {
      const first = vi.fn()
      const last = vi.fn()
      const { rerender } = render(<Feed notifications={three} onMark={first} />)
      rerender(<Feed notifications={three} onMark={last} />)
      await userEvent.click(screen.getAllByRole('button', { name: 'Mark as read' })[1] ?? document.body)
      expect(first).not.toHaveBeenCalled()
      expect(last).toHaveBeenCalledExactlyOnceWith(three[1], 'read')
    })

    it('keeps its elements when a row arrives above them', () => {
      const { rerender } = render(<Feed notifications={three} />)
      const [top] = rows()
      rerender(<Feed notifications={makeNotifications(4)} />)
      expect(rows()[1]).toBe(top)
    })

    it('marks rows that have just arrived above the others', () => {
      const arriving = () =>
        rows()
          .filter((item) => item.hasAttribute('data-arriving'))
          .map(({ dataset }) => dataset.id)
      const { rerender } = render(<Feed notifications={makeNotifications(3)} />)
      expect(arriving()).toEqual([])
      rerender(<Feed notifications={makeNotifications(5)} />)
      expect(arriving()).toEqual(['n4', 'n3'])
      rerender(<Feed notifications={makeNotifications(5, () => ({ read: true }))} />)
      expect(arriving()).toEqual(['n4', 'n3'])
      rerender(<Feed notifications={makeNotifications(5).slice(1)} />)
      expect(arriving()).toEqual([])
    })

    it('keeps the tint of notifications that were new when first shown', () => {
      const item = makeNotification(1)
      const { rerender } = render(<Feed notifications={[item, makeNotification(0, { seen: true })]} />)
      rerender(<Feed notifications={[{ ...item, seen: true }, makeNotification(0, { seen: false })]} />)
      expect(row('n1')?.hasAttribute('data-unseen')).toBe(false)
      expect(row('n1')?.hasAttribute('data-new')).toBe(true)
      expect(row('n0')?.hasAttribute('data-new')).toBe(false)
    })
  })

  describe('without a layout', () => {
    const many = makeNotifications(300)

    it('renders the first hundred rows', () => {
      render(<Feed notifications={many} />)
      expect(rows()).toHaveLength(100)
      expect(rows().at(-1)?.getAttribute('aria-posinset')).toBe('100')
      expect(rows().at(-1)?.getAttribute('aria-setsize')).toBe('300')
      expect(screen.getByRole('feed').style).toHaveLength(0)
    })

    it('renders the rows that keys focus', async () => {
      render(<Feed notifications={many} />)
      rows()[0]?.focus()
      await userEvent.keyboard('{End}')
      expect(focusedId()).toBe('n0')
      await userEvent.keyboard('{PageUp}')
      expect(focusedId()).toBe('n1')
      await userEvent.keyboard('{Home}')
      expect(focusedId()).toBe('n299')
    })

    it('renders all rows while printing', () => {
      render(<Feed notifications={many} />)
      act(() => void window.dispatchEvent(new Event('beforeprint')))
      expect(rows()).toHaveLength(300)
      act(() => void window.dispatchEvent(new Event('afterprint')))
      expect(rows()).toHaveLength(100)
    })

    it('renders the first hundred rows after it unmounted during printing', () => {
      const { unmount } = render(<Feed notifications={makeNotifications(300)} />)
      act(() => void window.dispatchEvent(new Event('beforeprint')))
      unmount()
      window.dispatchEvent(new Event('afterprint'))
      render(<Feed notifications={makeNotifications(300)} />)
      expect(rows()).toHaveLength(100)
    })
  })

  describe('groups', () => {
    const dayOf = (number: number) => ({ createdAt: new Date(2020, Math.floor(number / 2), 1, 12).toISOString() })
    const heading = (name: string) => screen.getByRole('heading', { name })

    it('start in the article of their first row, since a feed contains only articles', () => {
      render(<Feed notifications={makeNotifications(4, dayOf)} />)
      expect(row('n3')?.contains(heading('February 2020'))).toBe(true)
      expect(row('n1')?.contains(heading('January 2020'))).toBe(true)
      expect(screen.getAllByRole('heading')).toHaveLength(2)
      expect([...screen.getByRole('feed').children].every((child) => child.getAttribute('role') === 'article')).toBe(
        true,
      )
    })

    it('have a button that marks them as read while a notification is unread', async () => {
      const onMarkGroup = vi.fn()
      const list = makeNotifications(4, (number) => ({ ...dayOf(number), read: number > 1 }))
      const { rerender } = render(<Feed notifications={list} />)
      expect(screen.queryByRole('button', { name: /^Mark January/ })).toBeNull()
      rerender(<Feed notifications={list} onMarkGroup={onMarkGroup} />)
      expect(screen.queryByRole('button', { name: 'Mark February 2020 as read' })).toBeNull()
      await userEvent.click(screen.getByRole('button', { name: 'Mark January 2020 as read' }))
      expect(onMarkGroup).toHaveBeenCalledExactlyOnceWith(list.slice(2))
    })

    it('do not render again when their row is marked', () => {
      const markGroupAsRead = vi.fn((group: string) => `Mark ${group} as read`)
      const labels = { markGroupAsRead }
      const feed = (notifications: InboxNotification[]) => (
        <LanguageProvider labels={labels}>
          <Feed notifications={notifications} onMarkGroup={() => {}} />
        </LanguageProvider>
      )
      const list = makeNotifications(2, dayOf)
      const { rerender } = render(feed(list))
      markGroupAsRead.mockClear()
      rerender(feed(list.map((item, index) => (index === 0 ? { ...item, read: true } : item))))
      expect(rows()[0]?.hasAttribute('data-unread')).toBe(false)
      expect(markGroupAsRead).not.toHaveBeenCalled()
    })

    it('do not open the row below them when pressed', async () => {
      const onOpen = vi.fn()
      render(<Feed notifications={[makeNotification(0, { ...dayOf(0), cta: {} })]} onOpen={onOpen} />)
      await userEvent.click(heading('January 2020'))
      expect(onOpen).not.toHaveBeenCalled()
      await userEvent.click(screen.getByText('Notification 0'))
      expect(onOpen).toHaveBeenCalledOnce()
    })
  })

  describe('the divider', () => {
    const below = () => screen.queryByText('Earlier')?.closest<HTMLElement>('[role="article"]')?.dataset.id
    const seenUpTo = (last: number, count = 5) => makeNotifications(count, (number) => ({ seen: number <= last }))

    it('is between new and seen notifications', () => {
      render(<Feed notifications={seenUpTo(2)} />)
      expect(below()).toBe('n2')
    })

    it('stays in place when rows are seen, arrive or leave', () => {
      const { rerender } = render(<Feed notifications={seenUpTo(2)} />)
      rerender(<Feed notifications={seenUpTo(4)} />)
      expect(below()).toBe('n2')
      rerender(<Feed notifications={seenUpTo(4, 7)} />)
      expect(below()).toBe('n2')
      rerender(<Feed notifications={seenUpTo(4, 7).filter(({ _id }) => _id !== 'n2')} />)
      expect(below()).toBe('n1')
    })

    it('is missing while nothing is new, and appears with the first arrival', () => {
      const { rerender } = render(<Feed notifications={seenUpTo(4)} />)
      expect(below()).toBeUndefined()
      rerender(<Feed notifications={seenUpTo(4, 6)} />)
      expect(below()).toBe('n4')
    })

    it('is below a new notification that is older than a seen one', () => {
      const seen = new Set([0, 1, 3])
      const { rerender } = render(
        <Feed notifications={makeNotifications(5, (number) => ({ seen: seen.has(number) }))} />,
      )
      expect(below()).toBe('n1')
      rerender(<Feed notifications={seenUpTo(4, 6)} />)
      expect(below()).toBe('n1')
    })

    it('is missing while everything is new', () => {
      render(<Feed notifications={seenUpTo(-1)} />)
      expect(below()).toBeUndefined()
    })
  })

  describe('keys', () => {
    const Subject = () => (
      <>
        <button>Before</button>
        <Feed notifications={three} onMark={() => {}} />
        <button>After</button>
      </>
    )

    it('Page Down and Page Up move between articles, from any element inside one', async () => {
      render(<Subject />)
      rows()[0]?.focus()
      await userEvent.keyboard('{PageDown}')
      expect(focusedId()).toBe('n1')
      within(rows()[1] ?? document.body)
        .getByRole('button')
        .focus()
      await userEvent.keyboard('{PageDown}')
      expect(document.activeElement).toBe(rows()[2])
      await userEvent.keyboard('{PageDown}')
      expect(document.activeElement).toBe(rows()[2])
      await userEvent.keyboard('{PageUp}{PageUp}{PageUp}')
      expect(document.activeElement).toBe(rows()[0])
    })

    it('Control+End and Control+Home leave the feed', async () => {
      render(<Subject />)
      rows()[1]?.focus()
      await userEvent.keyboard('{Control>}{End}{/Control}')
      expect(document.activeElement?.textContent).toBe('After')
      rows()[1]?.focus()
      await userEvent.keyboard('{Control>}{Home}{/Control}')
      expect(document.activeElement?.textContent).toBe('Before')
    })

    it('use the list’s own rows, and are ignored in a dialog that a row renders elsewhere', async () => {
      const onMark = vi.fn()
      const kinds = {
        pictures: () => (
          <>
            <button data-index="2">Next picture</button>
            {createPortal(
              <div role="dialog" tabIndex={-1}>
                A long text
              </div>,
              document.body,
            )}
          </>
        ),
      }
      const notifications = makeNotifications(3, () => ({ templateIdentifier: 'pictures' }))
      render(<Feed notifications={notifications} onMark={onMark} kinds={kinds} />)
      screen.getAllByRole('button', { name: 'Next picture' })[0]?.focus()
      await userEvent.keyboard('u')
      expect(onMark).toHaveBeenCalledExactlyOnceWith(notifications[0], 'read')
      const [dialog] = screen.getAllByRole('dialog')
      dialog?.focus()
      await userEvent.keyboard('{PageDown}')
      expect(document.activeElement).toBe(dialog)
    })

    it('are ignored in a text field', () => {
      render(<Feed notifications={three} />)
      const field = document.createElement('textarea')
      rows()[0]?.append(field)
      field.focus()
      expect(fireEvent.keyDown(field, { key: 'PageDown' })).toBe(true)
      expect(document.activeElement).toBe(field)
    })
  })

  describe('Tab', () => {
    const stops = () => rows().filter(({ tabIndex }) => tabIndex === 0)
    /** Presses Tab until the focus leaves the page, and returns the names of what it reached. */
    const tabThrough = async (shift = false) => {
      const reached: string[] = []
      for (;;) {
        await userEvent.tab({ shift })
        const at = document.activeElement
        if (!at || at === document.body || reached.length > 20) return reached
        reached.push(at.getAttribute('aria-label') ?? at.textContent)
      }
    }
    const name = (number: number) => `Unread, Notification ${number}, Jan 5, 2026`

    it('enters at one row, goes through its controls, and leaves the list', async () => {
      render(
        <>
          <button>Before</button>
          <Feed notifications={makeNotifications(30)} groupBy="none" onMark={() => {}} />
          <button>After</button>
        </>,
      )
      const ofRow = (number: number) => [name(number), `Notification ${number}`, 'Mark as read']
      expect(await tabThrough()).toEqual(['Before', ...ofRow(29), 'After'])
      row('n29')?.focus()
      await userEvent.keyboard('jjj')
      expect(stops()).toEqual([row('n26')])
      expect(await tabThrough()).toEqual([...ofRow(26).slice(1), 'After'])
      expect(await tabThrough(true)).toEqual(['After', ...ofRow(26).toReversed(), 'Before'])
    })

    it('returns to the row that had the focus last, also if it has moved', async () => {
      const { rerender } = render(<Feed notifications={makeNotifications(5)} />)
      await userEvent.tab()
      await userEvent.keyboard('jj')
      act(() => row('n2')?.blur())
      expect(stops()).toEqual([row('n2')])
      rerender(<Feed notifications={makeNotifications(7)} />)
      expect(stops()).toEqual([row('n2')])
      rerender(<Feed notifications={makeNotifications(2)} />)
      expect(stops()).toEqual([row('n1')])
    })

    it('also reaches only the current row’s links of the content and controls of the app', async () => {
      const kinds = {
        own: () => (
          <>
            <NotificationTitle />
            <input aria-label="Answer" />
            <button tabIndex={-1}>Never</button>
          </>
        ),
      }
      const notifications = [
        makeNotification(2, { templateIdentifier: 'own' }),
        makeNotification(1, { content: 'See [this](/this) and [that](/that)' }),
        makeNotification(0, { templateIdentifier: 'own' }),
      ]
      render(
        <ContentProvider content={parseRichText}>
          <Feed notifications={notifications} groupBy="none" kinds={kinds} />
        </ContentProvider>,
      )
      expect((await tabThrough()).slice(1)).toEqual(['Notification 2', 'Answer'])
      row('n1')?.focus()
      expect(await tabThrough()).toEqual(['Notification 1', 'this', 'that'])
      row('n2')?.focus()
      expect(await tabThrough()).toEqual(['Notification 2', 'Answer'])
    })
  })

  describe('focus', () => {
    /** Removes a row when it is marked, as the tab "Unread" does. */
    const Unread = (props: Partial<FeedProps>) => {
      const [shown, setShown] = useState(three)
      return (
        <Feed
          {...props}
          notifications={shown}
          onMark={({ _id }) => setShown(shown.filter((item) => item._id !== _id))}
        />
      )
    }
    const markRead = async (id: string) => {
      within(row(id) ?? document.body)
        .getByRole('button', { name: 'Mark as read' })
        .focus()
      await userEvent.keyboard('{Enter}')
    }

    it('moves to the next row, then to the one before, then to the list', async () => {
      render(<Unread />)
      await markRead('n1')
      expect(document.activeElement).toBe(row('n0'))
      await markRead('n0')
      expect(document.activeElement).toBe(row('n2'))
      await markRead('n2')
      expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Notifications' }))
    })

    it('stays where the reader has moved it meanwhile', async () => {
      const { rerender } = render(
        <>
          <Feed notifications={three} />
          <input aria-label="Elsewhere" />
        </>,
      )
      rows()[0]?.focus()
      screen.getByLabelText('Elsewhere').focus()
      rerender(
        <>
          <Feed notifications={three.slice(1)} />
          <input aria-label="Elsewhere" />
        </>,
      )
      expect(document.activeElement).toBe(screen.getByLabelText('Elsewhere'))
    })

    it('is not taken by a list that the reader has left', () => {
      const { rerender } = render(<Feed notifications={three} />)
      rows()[0]?.focus()
      act(() => rows()[0]?.blur())
      rerender(<Feed notifications={three.slice(1)} />)
      expect(document.activeElement).toBe(document.body)
    })

    it('moves to the first row when the pill above the list disappears', () => {
      const pill = <button>3 new</button>
      const { rerender } = render(<Feed notifications={three} top={pill} />)
      act(() => screen.getByText('3 new').focus())
      rerender(<Feed notifications={makeNotifications(6)} />)
      expect(focusedId()).toBe('n5')
    })

    it('also calls the focus handlers of the app', async () => {
      const onFocus = vi.fn()
      const onBlur = vi.fn()
      render(<Unread onFocus={onFocus} onBlur={onBlur} />)
      await userEvent.tab()
      await userEvent.tab()
      expect(onFocus).toHaveBeenCalledTimes(2)
      expect(onBlur).toHaveBeenCalledTimes(1)
    })
  })
})
