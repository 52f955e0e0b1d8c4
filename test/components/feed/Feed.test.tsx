import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Feed, type FeedProps } from '../../../src/components/feed/Feed.tsx'
import { Announcer } from '../../../src/components/feedback/Announcer.tsx'
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
  it('lists articles with their place', () => {
    render(<Feed notifications={three} />)
    expect(screen.getByRole('feed', { name: 'Notifications' }).getAttribute('aria-busy')).toBe('false')
    expect(rows().map(({ dataset }) => dataset.id)).toEqual(['n2', 'n1', 'n0'])
    expect(rows().map((item) => item.getAttribute('aria-posinset'))).toEqual(['1', '2', '3'])
    expect(rows().map((item) => item.getAttribute('aria-setsize'))).toEqual(['3', '3', '3'])
  })

  it('does not know the length of a list that goes on, unless it is told', () => {
    const { rerender } = render(<Feed notifications={three} hasMore onEndReached={() => {}} />)
    expect(rows()[0]?.getAttribute('aria-setsize')).toBe('-1')
    rerender(<Feed notifications={three} hasMore onEndReached={() => {}} total={250} />)
    expect(rows()[0]?.getAttribute('aria-setsize')).toBe('250')
  })

  describe('states', () => {
    it('is busy while the first page is on its way', () => {
      render(<Feed notifications={[]} status="loading" />)
      expect(screen.getByRole('feed').getAttribute('aria-busy')).toBe('true')
      expect(screen.queryByText("You're all caught up")).toBeNull()
    })

    it('says when there is nothing', () => {
      const { rerender } = render(<Feed notifications={[]} />)
      expect(screen.getByText("You're all caught up")).toBeTruthy()
      rerender(<Feed notifications={[]} empty="Nothing here" />)
      expect(screen.getByText('Nothing here')).toBeTruthy()
      expect(screen.queryByText("You're all caught up")).toBeNull()
    })

    it('says that the first page failed, and asks again', async () => {
      const onRetry = vi.fn()
      render(<Feed notifications={[]} status="error" onRetry={onRetry} />, { wrapper: Announcer })
      expect(screen.getByRole('status').textContent).toBe('Your notifications could not be loaded.')
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
      expect(onRetry).toHaveBeenCalledExactlyOnceWith()
    })

    it.each(['loading', 'error'] as const)('keeps what it has while asking again is %s', (status) => {
      render(<Feed notifications={three} status={status} onRetry={() => {}} />)
      expect(rows()).toHaveLength(3)
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    })

    it('keeps what it has when a later page fails, and offers to try again below', async () => {
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
    it('asks when the end comes near, and not while a page is on its way', () => {
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

    it('looks again after a page that was too short to push the end away', () => {
      const onEndReached = vi.fn()
      const { rerender } = render(<Feed notifications={three} hasMore onEndReached={onEndReached} />)
      const before = endMark()
      if (before) view.show(before, { height: 640, visible: 640 })
      rerender(<Feed notifications={makeNotifications(4)} hasMore onEndReached={onEndReached} />)
      const after = endMark()
      if (after) view.show(after, { height: 640, visible: 640 })
      expect(onEndReached).toHaveBeenCalledTimes(2)
    })

    it('ends without a mark or a button', () => {
      render(<Feed notifications={three} onEndReached={() => {}} />)
      expect(endMark()).toBeNull()
      expect(screen.queryByRole('button')).toBeNull()
    })

    it('goes on for those who do not scroll, and takes them to the first new row', async () => {
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

    it('takes the focus of a button that goes with the last page to the first row of that page', () => {
      const { rerender } = render(
        <Feed notifications={makeNotifications(6).slice(0, 4)} hasMore onEndReached={() => {}} />,
      )
      act(() => screen.getByRole('button', { name: 'Show more' }).focus())
      rerender(<Feed notifications={makeNotifications(6)} onEndReached={() => {}} />)
      expect(focusedId()).toBe('n1')
    })
  })

  describe('rendering', () => {
    /** A notification that counts how often something is drawn from it. */
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
      // Handlers made anew each time, as hosts do.
      const feed = (notifications: InboxNotification[]) => (
        <Feed notifications={notifications} onMark={() => {}} onOpen={() => {}} onAction={() => {}} onSeen={() => {}} />
      )
      const { rerender } = render(feed(list))
      const before = items.map(({ reads }) => reads())
      rerender(feed(list.with(7, makeNotification(7, { read: true }))))
      expect(items.map(({ reads }) => reads())).toEqual(before)
      expect(row('n7')?.hasAttribute('data-unread')).toBe(false)
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

    it('keeps its rows in the page when one arrives above them', () => {
      const { rerender } = render(<Feed notifications={three} />)
      const [top] = rows()
      rerender(<Feed notifications={makeNotifications(4)} />)
      expect(rows()[1]).toBe(top)
    })

    it('tells what has just come above the rest', () => {
      const arriving = () =>
        rows()
          .filter((item) => item.hasAttribute('data-arriving'))
          .map(({ dataset }) => dataset.id)
      const { rerender } = render(<Feed notifications={makeNotifications(3)} />)
      expect(arriving()).toEqual([])
      rerender(<Feed notifications={makeNotifications(5)} />)
      expect(arriving()).toEqual(['n4', 'n3'])
      rerender(<Feed notifications={makeNotifications(5).slice(1)} />)
      expect(arriving()).toEqual([])
    })

    it('keeps the tint of what was new when it was first shown', () => {
      const item = makeNotification(1)
      const { rerender } = render(<Feed notifications={[item, makeNotification(0, { seen: true })]} />)
      rerender(<Feed notifications={[{ ...item, seen: true }, makeNotification(0, { seen: false })]} />)
      expect(row('n1')?.hasAttribute('data-unseen')).toBe(false)
      expect(row('n1')?.hasAttribute('data-new')).toBe(true)
      expect(row('n0')?.hasAttribute('data-new')).toBe(false)
    })
  })

  describe('where there is no layout', () => {
    const many = makeNotifications(300)

    it('renders the first hundred rows, whole', () => {
      render(<Feed notifications={many} />)
      expect(rows()).toHaveLength(100)
      expect(rows().at(-1)?.getAttribute('aria-posinset')).toBe('100')
      expect(rows().at(-1)?.getAttribute('aria-setsize')).toBe('300')
      expect(screen.getByRole('feed').style).toHaveLength(0)
    })

    it('brings in the rows that keys lead to', async () => {
      render(<Feed notifications={many} />)
      rows()[0]?.focus()
      await userEvent.keyboard('{End}')
      expect(focusedId()).toBe('n0')
      await userEvent.keyboard('{PageUp}')
      expect(focusedId()).toBe('n1')
      await userEvent.keyboard('{Home}')
      expect(focusedId()).toBe('n299')
    })

    it('renders all of them while the page is printed', () => {
      render(<Feed notifications={many} />)
      act(() => void window.dispatchEvent(new Event('beforeprint')))
      expect(rows()).toHaveLength(300)
      act(() => void window.dispatchEvent(new Event('afterprint')))
      expect(rows()).toHaveLength(100)
    })

    it('renders no more than those after a print during which the list left', () => {
      const { unmount } = render(<Feed notifications={makeNotifications(300)} />)
      act(() => void window.dispatchEvent(new Event('beforeprint')))
      unmount()
      window.dispatchEvent(new Event('afterprint'))
      render(<Feed notifications={makeNotifications(300)} />)
      expect(rows()).toHaveLength(100)
    })
  })

  describe('groups', () => {
    const dayOf = (number: number) => ({ createdAt: new Date(2020, 0, 1 + Math.floor(number / 2), 12).toISOString() })
    const heading = (name: string) => screen.getByRole('heading', { name })

    it('begin in the article of their first row, since a feed holds nothing but articles', () => {
      render(<Feed notifications={makeNotifications(4, dayOf)} />)
      expect(row('n3')?.contains(heading('January 2, 2020'))).toBe(true)
      expect(row('n1')?.contains(heading('January 1, 2020'))).toBe(true)
      expect(screen.getAllByRole('heading')).toHaveLength(2)
      expect([...screen.getByRole('feed').children].every((child) => child.getAttribute('role') === 'article')).toBe(
        true,
      )
    })

    it('are marked as read by a button that is there while something is unread', async () => {
      const onMarkGroup = vi.fn()
      const list = makeNotifications(4, (number) => ({ ...dayOf(number), read: number > 1 }))
      const { rerender } = render(<Feed notifications={list} />)
      expect(screen.queryByRole('button', { name: /^Mark January/ })).toBeNull()
      rerender(<Feed notifications={list} onMarkGroup={onMarkGroup} />)
      expect(screen.queryByRole('button', { name: 'Mark January 2, 2020 as read' })).toBeNull()
      await userEvent.click(screen.getByRole('button', { name: 'Mark January 1, 2020 as read' }))
      expect(onMarkGroup).toHaveBeenCalledExactlyOnceWith(list.slice(2))
    })

    it('do not open the row below them when they are pressed', async () => {
      const onOpen = vi.fn()
      render(<Feed notifications={[makeNotification(0, { ...dayOf(0), cta: {} })]} onOpen={onOpen} />)
      await userEvent.click(heading('January 1, 2020'))
      expect(onOpen).not.toHaveBeenCalled()
      await userEvent.click(screen.getByText('Notification 0'))
      expect(onOpen).toHaveBeenCalledOnce()
    })
  })

  describe('the line where its reader last stopped', () => {
    const below = () => screen.queryByText('Seen before')?.closest<HTMLElement>('[role="article"]')?.dataset.id
    const seenUpTo = (last: number, count = 5) => makeNotifications(count, (number) => ({ seen: number <= last }))

    it('stands between what is new and what was seen', () => {
      render(<Feed notifications={seenUpTo(2)} />)
      expect(below()).toBe('n2')
    })

    it('stays where it is when rows are seen, arrive or leave', () => {
      const { rerender } = render(<Feed notifications={seenUpTo(2)} />)
      rerender(<Feed notifications={seenUpTo(4)} />)
      expect(below()).toBe('n2')
      rerender(<Feed notifications={seenUpTo(4, 7)} />)
      expect(below()).toBe('n2')
      rerender(<Feed notifications={seenUpTo(4, 7).filter(({ _id }) => _id !== 'n2')} />)
      expect(below()).toBe('n1')
    })

    it('is not there while nothing is new, and comes with the first arrival', () => {
      const { rerender } = render(<Feed notifications={seenUpTo(4)} />)
      expect(below()).toBeUndefined()
      rerender(<Feed notifications={seenUpTo(4, 6)} />)
      expect(below()).toBe('n4')
    })

    it('is not there while all is new', () => {
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

    it('moves between articles by Page Down and Page Up, from wherever the focus is inside one', async () => {
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

    it('leaves the feed by Control+End and Control+Home', async () => {
      render(<Subject />)
      rows()[1]?.focus()
      await userEvent.keyboard('{Control>}{End}{/Control}')
      expect(document.activeElement?.textContent).toBe('After')
      rows()[1]?.focus()
      await userEvent.keyboard('{Control>}{Home}{/Control}')
      expect(document.activeElement?.textContent).toBe('Before')
    })

    it('go by the list’s own rows, and are not taken from a dialog that a row draws elsewhere', async () => {
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

    it('leaves the keys of a text field alone', () => {
      render(<Feed notifications={three} />)
      const field = document.createElement('textarea')
      rows()[0]?.append(field)
      field.focus()
      expect(fireEvent.keyDown(field, { key: 'PageDown' })).toBe(true)
      expect(document.activeElement).toBe(field)
    })
  })

  describe('focus', () => {
    /** Takes a row out when it is marked, as the list of unread ones does. */
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

    it('goes to the next row, then to the one before, then to the list', async () => {
      render(<Unread />)
      await markRead('n1')
      expect(document.activeElement).toBe(row('n0'))
      await markRead('n0')
      expect(document.activeElement).toBe(row('n2'))
      await markRead('n2')
      expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Notifications' }))
    })

    it('stays where its reader has put it meanwhile', async () => {
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

    it('is not taken by a list whose reader has left it', () => {
      const { rerender } = render(<Feed notifications={three} />)
      rows()[0]?.focus()
      act(() => rows()[0]?.blur())
      rerender(<Feed notifications={three.slice(1)} />)
      expect(document.activeElement).toBe(document.body)
    })

    it('goes to the first row from a pill above the list that is used up', () => {
      const pill = <button>3 new</button>
      const { rerender } = render(<Feed notifications={three} top={pill} />)
      act(() => screen.getByText('3 new').focus())
      rerender(<Feed notifications={makeNotifications(6)} />)
      expect(focusedId()).toBe('n5')
    })

    it('tells a host that listens too', async () => {
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
