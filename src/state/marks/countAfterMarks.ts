import { feedsOf, flagsAfter } from '../log/feedIntent.ts'
import type { IntentLogState } from '../log/intentLog.ts'
import { belongs, type FeedFilter, filtersInBrowser, hasFlags } from '../model/feedFilter.ts'
import { allFlags } from '../model/mark.ts'
import type { Stamped, StampedPage } from '../model/stampedPage.ts'
import type { Tick } from '../model/ticker.ts'
import { flagsAt, flagsOf, marksIn } from './markedFlags.ts'

/** The number of notifications that match a filter. */
export interface Count {
  /** The number, or the least number: see `hasMore`. */
  count: number
  /** There are more than `count`, and the service does not return how many. */
  hasMore: boolean
}

/** Whether a mark-all that a page may not include yet takes every notification out of a filter. */
export const isEmptiedByMarkAll = (log: IntentLogState, filter: FeedFilter, requestedAt: Tick): boolean => {
  const { pending, settledAlls } = marksIn(log)
  const later = settledAlls.filter(({ settledAt }) => settledAt > requestedAt).map(({ intent }) => intent)
  const alls = [...later, ...pending].filter((intent) => intent.ids === undefined && feedsOf(intent) === undefined)
  // If none of the states belongs after the marks, no notification does. Without marks, each filter has one.
  return allFlags.every((flags) => !hasFlags(alls.reduce(flagsAfter, flags), filter))
}

/**
 * A count as it is shown: the service's count when it was requested, changed by each mark since.
 *
 * @param page the newest notifications that match the filter. Some services clamp `totalCount` to the page, so it is a
 * total only if it exceeds the length of the page.
 * @param known cached notifications that were marked, by id. A mark can bring one of them into the filter.
 */
export const countAfterMarks = (
  page: StampedPage,
  log: IntentLogState,
  filter: FeedFilter,
  known: ReadonlyMap<string, Stamped>,
): Count => {
  const { requestedAt } = page
  const belongsNow = (stamped: Stamped) => belongs({ ...stamped.notification, ...flagsOf(stamped, log) }, filter)
  const inPage = page.data.filter((notification) => belongsNow({ notification, requestedAt })).length

  const ids = new Set(page.data.map(({ _id }) => _id))
  const others = [...known.values()]
    .filter(({ notification }) => !ids.has(notification._id))
    .reduce((sum, stamped) => {
      const { notification } = stamped
      // If the page has everything that matched, the others did not match when it was requested.
      const before = page.hasMore && belongs({ ...notification, ...flagsAt(stamped, log, requestedAt) }, filter)
      return sum + Number(belongsNow(stamped)) - Number(before)
    }, 0)

  const received = page.data.length + page.unreadable.length
  const beyond = page.hasMore && !isEmptiedByMarkAll(log, filter, requestedAt)
  // If the browser filters, it can't count beyond the page.
  const rest = beyond && !filtersInBrowser(filter) ? Math.max(0, (page.totalCount ?? 0) - received) : 0
  return { count: Math.max(0, inPage + rest + others), hasMore: beyond && (rest === 0 || page.isLeast === true) }
}
