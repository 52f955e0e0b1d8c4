'use client'
import { useEffect, useState } from 'react'
import { upTo } from '../../client/upTo.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { useLatest } from '../../hooks/utils/useLatest.ts'
import { scrollerOf } from '../base/scroller.ts'

/** How long a row must be visible to count as seen, in milliseconds. */
const seenAfter = 1000

/**
 * Visible shares of a row at which the observer fires. Half of the viewport is a small share of a row that is much
 * taller.
 */
const thresholds = upTo(26).map((step) => step / 25)

/**
 * Watches a row until it was seen, or until the returned function is called. `read` returns its current notification.
 */
export type WatchSeen = (row: Element, read: () => InboxNotification) => () => void

interface SeenWatcher {
  watch: WatchSeen
  /** Stops watching all rows. They can be watched again, but no notification is reported twice. */
  close: () => void
}

interface WatchedRow {
  read: () => InboxNotification
  isVisible: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

/**
 * Whether half of the row is visible, or the row fills half of the viewport: the window, or the scroller if that is
 * smaller.
 */
const isVisibleEnough = ({ intersectionRect, boundingClientRect, rootBounds, target }: IntersectionObserverEntry) => {
  const visible = intersectionRect.height
  if (visible <= 0) return false
  if (visible >= boundingClientRect.height / 2) return true
  // jsdom has no layout: every `clientHeight` is 0.
  const viewport = Math.min(rootBounds?.height ?? Infinity, scrollerOf(target).clientHeight || Infinity)
  return visible >= viewport / 2
}

/**
 * Watches the rows of one list with one IntersectionObserver. Reports each notification once, after its row was visible
 * for one second without a break, in a visible document. Without IntersectionObserver, it reports nothing.
 */
const createSeenWatcher = (report: (notification: InboxNotification) => void): SeenWatcher => {
  const rows = new Map<Element, WatchedRow>()
  const reported = new Set<string>()
  let observer: IntersectionObserver | undefined

  const pause = (row: WatchedRow) => {
    clearTimeout(row.timer)
    row.timer = undefined
  }
  const unwatch = (element: Element) => {
    const row = rows.get(element)
    if (!row) return
    pause(row)
    rows.delete(element)
    observer?.unobserve(element)
  }
  const start = (element: Element, row: WatchedRow) => {
    if (row.timer !== undefined || document.visibilityState === 'hidden') return
    row.timer = setTimeout(() => {
      unwatch(element)
      const notification = row.read()
      if (reported.has(notification._id)) return
      reported.add(notification._id)
      report(notification)
    }, seenAfter)
  }

  const onIntersection = (entries: IntersectionObserverEntry[]) => {
    for (const entry of entries) {
      const row = rows.get(entry.target)
      if (!row) continue
      row.isVisible = isVisibleEnough(entry)
      if (row.isVisible) start(entry.target, row)
      else pause(row)
    }
  }
  const onVisibilityChange = () => {
    for (const [element, row] of rows) {
      if (document.visibilityState === 'hidden') pause(row)
      else if (row.isVisible) start(element, row)
    }
  }

  return {
    watch: (element, read) => {
      if (!globalThis.IntersectionObserver || reported.has(read()._id)) return () => {}
      if (!observer) {
        observer = new IntersectionObserver(onIntersection, { threshold: thresholds })
        document.addEventListener('visibilitychange', onVisibilityChange)
      }
      rows.set(element, { read, isVisible: false, timer: undefined })
      observer.observe(element)
      return () => unwatch(element)
    },
    close: () => {
      for (const row of rows.values()) pause(row)
      rows.clear()
      observer?.disconnect()
      observer = undefined
      document.removeEventListener('visibilitychange', onVisibilityChange)
    },
  }
}

/**
 * Detects which notifications of a list were seen: half of the row, or half of the viewport, visible for one second in
 * a visible document. It marks nothing.
 *
 * @param onSeen called once for each notification.
 * @returns the `watchSeen` of the rows, which never changes. Undefined without `onSeen`.
 */
export const useSeen = (onSeen: ((notification: InboxNotification) => void) | undefined): WatchSeen | undefined => {
  const latest = useLatest(onSeen)
  const [watcher] = useState(() => createSeenWatcher((notification) => latest.current?.(notification)))
  useEffect(() => () => watcher.close(), [watcher])
  return onSeen && watcher.watch
}
