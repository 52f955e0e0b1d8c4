import { belongs, type FeedFilter, hasFlags, isChosenHere } from '../model/feedFilter.ts'
import { allFlags, predict } from '../model/mark.ts'
import type { Stamped, StampedPage } from '../model/stampedPage.ts'
import type { Tick } from '../model/ticker.ts'
import { applyMarks, flagsAt, flagsOf } from './applyMarks.ts'
import type { MarkLogState } from './markLog.ts'

/** How many notifications match a filter. */
export interface Count {
  /** How many there are, or at least: see `hasMore`. */
  count: number
  /** There are more than `count`, and the service does not say how many. */
  hasMore: boolean
}

/** Whether a mark-all that this page may not know of leaves nothing that was there before in the filter. */
export const isEmptiedByMarkAll = (log: MarkLogState, filter: FeedFilter, requestedAt: Tick): boolean => {
  const verbs = [
    ...log.settledAlls.filter((all) => all.settledAt > requestedAt && all.feeds === undefined),
    ...log.pending.filter(({ target }) => target.kind === 'all' && target.feeds === undefined),
  ].map(({ verb }) => verb)
  // Whatever the flags were: if no state can belong after the marks, nothing does.
  return verbs.length > 0 && allFlags.every((flags) => !hasFlags(verbs.reduce(predict, flags), filter))
}

/**
 * A count as its reader should see it: the service's at the moment it was asked, and the effect of each mark
 * since.
 *
 * @param page the newest notifications that match the filter. Some services clamp `totalCount` to the page: it is
 * a true total only where it exceeds what the page holds (4.2).
 * @param known what is known of other notifications that were marked, by id: a mark can bring one into the filter.
 */
export const countAfterMarks = (
  page: StampedPage,
  log: MarkLogState,
  filter: FeedFilter,
  known: ReadonlyMap<string, Stamped>,
): Count => {
  const { requestedAt } = page
  const counted = page.data.map((notification) => ({ notification, requestedAt }))
  const inPage = applyMarks(counted, log).filter((notification) => belongs(notification, filter)).length

  const ids = new Set(page.data.map(({ _id }) => _id))
  const besides = [...known.values()]
    .filter(({ notification }) => !ids.has(notification._id))
    .reduce((sum, stamped) => {
      const { notification } = stamped
      // A page that holds everything proves that the others did not match when it was asked for.
      const before = page.hasMore && belongs({ ...notification, ...flagsAt(stamped, log, requestedAt) }, filter)
      const after = belongs({ ...notification, ...flagsOf(stamped, log) }, filter)
      return sum + Number(after) - Number(before)
    }, 0)

  const received = page.data.length + page.unreadable.length
  const beyond = page.hasMore && !isEmptiedByMarkAll(log, filter, requestedAt)
  const total = page.totalCount ?? 0
  // What the page chooses among, it must hold.
  const rest = beyond && total > received && !isChosenHere(filter) ? total - received : 0
  return { count: Math.max(0, inPage + rest + besides), hasMore: beyond && rest === 0 }
}
