import { isTouchedSince } from '../marks/applyMarks.ts'
import type { MarkLogState } from '../marks/markLog.ts'
import { belongs, type FeedFilter } from '../model/feedFilter.ts'
import type { Stamped, KnownNotification, StampedPage } from '../model/stampedPage.ts'
import { newestFirst } from './joinPages.ts'
import { lastAnswerCovering } from './lastAnswerCovering.ts'

/** What a list was told, and what it is about. */
export interface LoadedList {
  filter: FeedFilter
  /** The loaded pages, in order. */
  pages: readonly StampedPage[]
  /** Newest pages asked for later. */
  heads: readonly StampedPage[]
  /** Whether there is more of it than is loaded. */
  hasMore: boolean
}

/** Whether a mark has brought a notification into a list that does not hold it. */
const isBroughtIn = (
  { notification, since }: KnownNotification,
  { filter, pages, heads }: LoadedList,
  log: MarkLogState,
) => {
  const toldAt = lastAnswerCovering(pages, heads, notification)
  // Told of since, the list's own answer stands: what was deleted does not come back.
  if (!isTouchedSince(notification, log, toldAt)) return false
  // One that the list has simply not heard of yet is an arrival: it comes with those that arrived along with it.
  return since <= toldAt || toldAt === 0 || !belongs(notification, filter)
}

/**
 * Adds notifications that another list knows to a list that a mark has brought them into, each at its place by time:
 * what is marked as unread in one tab is in the "unread" tab in the same moment. One that is older than what is loaded
 * stays out: its page will bring it.
 */
export const insertKnown = (
  items: readonly Stamped[],
  known: ReadonlyMap<string, KnownNotification>,
  list: LoadedList,
  log: MarkLogState,
): readonly Stamped[] => {
  if (known.size === 0) return items
  const ids = new Set(items.map(({ notification }) => notification._id))
  const oldest = items.at(-1)?.notification.createdAt ?? ''
  const isInRange = (createdAt: string) => !list.hasMore || (oldest !== '' && createdAt > oldest)
  const added = [...known.values()].filter(
    (item) =>
      !ids.has(item.notification._id) && isInRange(item.notification.createdAt ?? '') && isBroughtIn(item, list, log),
  )
  return added.length === 0 ? items : newestFirst([...items, ...added])
}
