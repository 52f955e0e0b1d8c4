import { act, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Feed } from '../../../src/components/feed/Feed.tsx'
import type { InboxNotification } from '../../../src/contract/inboxNotification.ts'
import { makeNotification, makeNotifications } from '../../../src/testing/makeNotification.ts'
import { installIntersectionObserver, type View } from '../fakeIntersectionObserver.ts'
import { setVisibility } from '../setVisibility.ts'

let view: ReturnType<typeof installIntersectionObserver>
beforeEach(() => {
  view = installIntersectionObserver()
  vi.useFakeTimers()
})
afterEach(() => {
  setVisibility('visible')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const mount = (notifications: InboxNotification[]) => {
  const onSeen = vi.fn<(notification: InboxNotification) => void>()
  const feed = (items: InboxNotification[]) => (
    <StrictMode>
      <Feed notifications={items} onSeen={onSeen} />
    </StrictMode>
  )
  const { rerender, unmount } = render(feed(notifications))
  return {
    seen: () => onSeen.mock.calls.map(([{ _id }]) => _id),
    reported: () => onSeen.mock.calls.map(([notification]) => notification),
    update: (items: InboxNotification[]) => rerender(feed(items)),
    unmount,
  }
}
const row = (id: string) => {
  const found = screen.getAllByRole('article').find(({ dataset }) => dataset.id === id)
  if (!found) throw new Error(`There is no row ${id}.`)
  return found
}
const show = (id: string, shown: View) => view.show(row(id), shown)
const whole: View = { height: 80, visible: 80 }
const gone: View = { height: 80, visible: 0 }
const wait = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })

describe('seen', () => {
  it('is reported after a second in view, once', () => {
    const { seen } = mount(makeNotifications(3))
    show('n2', whole)
    wait(999)
    expect(seen()).toEqual([])
    wait(1)
    expect(seen()).toEqual(['n2'])
    expect(view.isWatched(row('n2'))).toBe(false)
    expect(view.isWatched(row('n1'))).toBe(true)
  })

  it('is not reported if the row leaves early, and the second starts again', () => {
    const { seen } = mount(makeNotifications(1))
    show('n0', whole)
    wait(600)
    show('n0', gone)
    wait(600)
    show('n0', whole)
    wait(999)
    expect(seen()).toEqual([])
    wait(1)
    expect(seen()).toEqual(['n0'])
  })

  it.each([
    ['half of a row', { height: 80, visible: 40 }, true],
    ['less than half of a row', { height: 80, visible: 39 }, false],
    ['half of the screen, of a taller row', { height: 5000, visible: 400, screen: 800 }, true],
    ['less than that', { height: 5000, visible: 399, screen: 800 }, false],
  ])('counts %s', (_what, shown, counts) => {
    const { seen } = mount(makeNotifications(1))
    show('n0', shown)
    wait(1000)
    expect(seen()).toEqual(counts ? ['n0'] : [])
  })

  it('counts half of a small scroller, of a taller row', () => {
    const { seen } = mount(makeNotifications(1))
    const scroller = row('n0').closest<HTMLElement>('.tidings-feed')
    if (scroller) {
      scroller.style.overflowY = 'auto'
      Object.defineProperty(scroller, 'clientHeight', { value: 300 })
    }
    show('n0', { height: 900, visible: 150, screen: 800 })
    wait(1000)
    expect(seen()).toEqual(['n0'])
  })

  it('waits while the document is hidden', () => {
    const { seen } = mount(makeNotifications(1))
    show('n0', whole)
    wait(900)
    setVisibility('hidden')
    wait(5000)
    expect(seen()).toEqual([])
    setVisibility('visible')
    wait(999)
    expect(seen()).toEqual([])
    wait(1)
    expect(seen()).toEqual(['n0'])
  })

  it('is reported with the latest notification if it changes meanwhile', () => {
    const { reported, update } = mount([makeNotification(0)])
    show('n0', whole)
    wait(900)
    update([makeNotification(0, { read: true })])
    wait(100)
    expect(reported()).toEqual([makeNotification(0, { read: true })])
  })

  it('is not watched for a notification that is already seen', () => {
    const { update } = mount([makeNotification(0, { seen: true }), makeNotification(1)])
    expect(view.isWatched(row('n0'))).toBe(false)
    update([makeNotification(1, { seen: true })])
    expect(view.isWatched(row('n1'))).toBe(false)
  })

  it('uses one observer for all rows, and disconnects it on unmount', () => {
    const { unmount, seen } = mount(makeNotifications(20))
    expect(view.count()).toBe(1)
    show('n5', whole)
    unmount()
    expect(view.count()).toBe(0)
    wait(2000)
    expect(seen()).toEqual([])
  })
})
