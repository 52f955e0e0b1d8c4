import type { Stamped } from './applyMarks.ts'
import { flagsAt, flagsOf } from './applyMarks.ts'
import { belongs, type ServerFilter } from './feedFilter.ts'
import type { MarkLogState } from './markLog.ts'
import type { StampedPage } from './mergePages.ts'
import type { Tick } from './ticker.ts'

const received = (page: StampedPage) => page.data.length + page.unreadable.length

/** How many notifications our marks may have taken out of the service's list since a moment. */
const departedSince = (
  moment: Tick,
  pages: readonly StampedPage[],
  log: MarkLogState,
  filter: ServerFilter,
): number => {
  const isLater = ({ settledAt }: { settledAt: Tick }) => settledAt > moment
  const hasMarks = log.pending.length > 0 || log.settledAlls.some(isLater) || [...log.settledItems.values()].some(isLater)
  if (!hasMarks) return 0
  const known = new Map<string, Stamped>()
  for (const { data, requestedAt } of pages)
    for (const notification of data) known.set(notification._id, { notification, requestedAt })
  return [...known.values()].filter((stamped) => {
    const { notification } = stamped
    return (
      belongs({ ...notification, ...flagsAt(stamped, log, moment) }, filter) &&
      !belongs({ ...notification, ...flagsOf(stamped, log) }, filter)
    )
  }).length
}

/**
 * The number of the page to ask for next: the last answer's plus one, less as many pages as our own marks may have
 * taken out of the service's list since. Without that, each item that a mark takes out of an "unread" list would
 * make the next page skip one.
 *
 * Arrivals push the list the other way: then the next page begins with items that are already there, which are
 * shown once. That is why they are not counted here: guessing too many would skip, guessing too few can't.
 *
 * @returns undefined at the end of the list.
 */
export const nextPage = (
  pages: readonly StampedPage[],
  log: MarkLogState,
  filter: ServerFilter,
): number | undefined => {
  const [first, last] = [pages[0], pages.at(-1)]
  // An empty page ends the list even where `hasMore` says otherwise: asking on would never end.
  if (first === undefined || last === undefined || !last.hasMore || received(last) === 0) return undefined
  const pageSize = Math.max(...pages.map(received))
  const departed = departedSince(last.requestedAt, pages, log, filter)
  return Math.max(first.page, last.page + 1 - Math.ceil(departed / pageSize))
}
