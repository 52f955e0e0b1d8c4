import { useEffect, useState } from 'react'
import type { FeedFilter } from '../../state/model/feedFilter.ts'
import { useCount } from '../feed/useCount.ts'
import { useInbox } from '../provider/InboxProvider.tsx'

/** One inbox's part in a number that stands once on a page. */
interface BadgeTotalPart<Look> {
  /** Whose inbox it is. Two parts of one inbox tell the same number, and are counted once. */
  inbox: string
  count: number
  look: Look
}

/** A number that all inboxes of a page show together in one place: the document's title, its icon. */
interface BadgeTotal<Look> {
  /** Says what a part, known by its key, counts now. */
  set(key: object, part: BadgeTotalPart<Look>): void
  remove(key: object): void
}

/**
 * @param show shows the sum, in the look of the part that came last. 0: nobody counts anything, all shall be as it was.
 */
export const createBadgeTotal = <Look>(show: (total: number, look: Look | undefined) => void): BadgeTotal<Look> => {
  const parts = new Map<object, BadgeTotalPart<Look>>()
  const update = () => {
    const byInbox = new Map<string, number>()
    for (const { inbox, count } of parts.values()) byInbox.set(inbox, Math.max(count, byInbox.get(inbox) ?? 0))
    const total = [...byInbox.values()].reduce((sum, count) => sum + count, 0)
    show(total, [...parts.values()].at(-1)?.look)
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

const unseen: FeedFilter = { seen: false }

/** Adds an inbox's count to a number of the page, for as long as it is rendered. Keep `look` stable between renders. */
export const useBadgeTotal = <Look>(pageCount: BadgeTotal<Look>, look: Look, filter: FeedFilter = unseen): void => {
  const { store } = useInbox()
  const { count = 0 } = useCount(filter)
  const [key] = useState(() => ({}))
  const inbox = store.name
  useEffect(() => pageCount.set(key, { inbox, count, look }), [pageCount, key, inbox, count, look])
  // Not with each new number: the title would lose it for a moment.
  useEffect(() => () => pageCount.remove(key), [pageCount, key])
}
