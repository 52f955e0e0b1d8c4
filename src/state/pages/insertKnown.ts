import type { IntentLogState } from '../log/intentLog.ts'
import { isTouchedSince } from '../marks/applyMarks.ts'
import { belongs, type FeedFilter } from '../model/feedFilter.ts'
import type { KnownNotification, Stamped, StampedPage } from '../model/stampedPage.ts'
import { newestFirst } from './joinPages.ts'
import { lastCoveredAt } from './lastCoveredAt.ts'

/** A list, and the pages that it was loaded from. */
export interface LoadedList {
  filter: FeedFilter
  /** The loaded pages, in order. */
  pages: readonly StampedPage[]
  /** The newest pages that were requested later. */
  newestPages: readonly StampedPage[]
  hasMore: boolean
}

const isBroughtIn = (
  { notification, since }: KnownNotification,
  { filter, pages, newestPages }: LoadedList,
  log: IntentLogState,
) => {
  const coveredAt = lastCoveredAt(pages, newestPages, notification)
  // A page that was requested after the mark is right without it: a deleted notification must not come back.
  if (!isTouchedSince(notification, log, coveredAt)) return false
  // A notification that is newer than the list's pages is an arrival, and comes with the others.
  return since <= coveredAt || coveredAt === 0 || !belongs(notification, filter)
}

/**
 * Inserts cached notifications into a list that a mark has brought them into, in order of time. So a notification that
 * is marked as unread in one tab of the panel shows in its "unread" tab at once. One that is older than the loaded part
 * stays out: its page will have it.
 *
 * @param known the marked notifications that are in the cache, by id.
 */
export const insertKnown = (
  items: readonly Stamped[],
  known: ReadonlyMap<string, KnownNotification>,
  list: LoadedList,
  log: IntentLogState,
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
