import { useCallback, useEffect, useState } from 'react'
import type { FeedFilter } from '../../state/model/feedFilter.ts'
import { reportOnceTo } from '../../state/model/reportOnce.ts'
import { useCount } from '../feed/useCount.ts'
import { useInbox } from '../provider/InboxProvider.tsx'

/** The count of one hook in a total. */
interface BadgeTotalPart<Look> {
  /** Names the inbox. Two parts of the same inbox are counted once. */
  inbox: string
  count: number
  look: Look
}

/** A total that all inboxes of a browser page show in one place: the document's title, or its icon. */
interface BadgeTotal<Look> {
  /** Adds a part, or replaces the one with the same key. */
  set(key: object, part: BadgeTotalPart<Look>): void
  remove(key: object): void
}

/**
 * @param show shows the total, in the look of the part that was added last. At 0 there is no look: it restores the
 * original title or icon.
 * @param onHeadChange called after each change of the document's head while a total shows. The app may have replaced
 * the title or the icon.
 */
export const createBadgeTotal = <Look>(
  show: (total: number, look: Look | undefined) => void,
  onHeadChange: () => void,
): BadgeTotal<Look> => {
  const parts = new Map<object, BadgeTotalPart<Look>>()
  let observer: MutationObserver | undefined
  const update = () => {
    const byInbox = new Map<string, number>()
    for (const { inbox, count } of parts.values()) byInbox.set(inbox, Math.max(count, byInbox.get(inbox) ?? 0))
    const total = [...byInbox.values()].reduce((sum, count) => sum + count, 0)
    show(total, total > 0 ? [...parts.values()].at(-1)?.look : undefined)
    if (total === 0) return observer?.disconnect()
    observer ??= new MutationObserver(onHeadChange)
    observer.observe(document.head, {
      childList: true,
      subtree: true,
      characterData: true,
      attributeFilter: ['href', 'rel'],
    })
  }
  return {
    set: (key, part) => {
      parts.set(key, part)
      update()
    },
    remove: (key) => {
      parts.delete(key)
      update()
    },
  }
}

/** Formats a count in little room: as a number up to `most`, then as "99+". */
export const formatUpTo =
  (most: number) =>
  (count: number): string =>
    count > most ? `${most}+` : String(count)

/**
 * Returns a function that calls one of the app, and returns undefined if that throws, which is reported once. A total
 * is shown in an effect: the error would unmount the app, and come again with each change of another inbox.
 */
export const useGuard = (name: string) => {
  const { report } = useInbox().store
  return useCallback(
    <Value>(call: () => Value): Value | undefined => {
      try {
        return call()
      } catch (error) {
        reportOnceTo(report)(name, error)
        return undefined
      }
    },
    [name, report],
  )
}

const unseen: FeedFilter = { seen: false }

/**
 * Adds an inbox's count to a total while the component is mounted.
 *
 * @param look must be the same object in each render, until the look changes.
 * @param filter the notifications to count. Default: the unseen ones.
 */
export const useBadgeTotal = <Look>(badge: BadgeTotal<Look>, look: Look, filter: FeedFilter = unseen): void => {
  const { store } = useInbox()
  const { count = 0 } = useCount(filter)
  const [key] = useState(() => ({}))
  const inbox = store.name
  useEffect(() => badge.set(key, { inbox, count, look }), [badge, key, inbox, count, look])
  // In a separate effect, because a cleanup with each new count would remove the badge for a moment.
  useEffect(() => () => badge.remove(key), [badge, key])
}
