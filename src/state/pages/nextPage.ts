import { feedLimit } from '../../contract/inbox/constants.ts'
import type { IntentLogState } from '../log/intentLog.ts'
import { flagsAt, flagsOf, marksIn } from '../marks/markedFlags.ts'
import { isMarked, isPlaced, type ServerFilter } from '../model/feedFilter.ts'
import type { Flags } from '../model/mark.ts'
import type { StampedPage } from '../model/stampedPage.ts'
import type { Tick } from '../model/ticker.ts'
import { joinPages } from './joinPages.ts'

/** A part of the service's list: `limit` notifications from index `number * limit`. */
interface PageWindow {
  /** From 0, also for services that count from 1. */
  number: number
  limit: number
}

/**
 * Chooses the next part of a list so that it starts with the last loaded notification, or a little above it. A page
 * that has a loaded notification proves that none was skipped. Pages of one size can't overlap; pages of slightly
 * different sizes can.
 *
 * @param loaded the number of loaded notifications in the service's list.
 * @param pageSize about how many to request.
 * @param most the most that the service returns.
 */
export const nextWindow = (loaded: number, pageSize: number, most: number = feedLimit.max): PageWindow => {
  const last = Math.max(0, loaded - 1)
  const largest = Math.max(2 * pageSize, pageSize + 8)
  let best: PageWindow | undefined
  let bestScore = 0
  for (let limit = 1; limit <= most; limit++) {
    const fresh = limit - ((last % limit) + 1)
    const isAboutRight = limit >= pageSize / 2 && limit <= largest
    // Few notifications twice, and above all many new ones.
    const score = fresh * (1 / limit + 1.5 / largest) * (isAboutRight ? 1 : 0.01)
    if (score <= bestScore) continue
    bestScore = score
    best = { number: Math.floor(last / limit), limit }
  }
  // If not even the largest page overlaps, the next one follows without an overlap.
  return best ?? { number: Math.floor(loaded / most), limit: most }
}

const received = (page: StampedPage) => page.data.length + page.unreadable.length

/** Whether a change took a notification out of the list of a service, which may list archived ones among the others. */
const hasLeft = (before: Flags, now: Flags, filter: ServerFilter): boolean =>
  (isMarked(before, filter) && !isMarked(now, filter)) || (isPlaced(before, filter) && !isPlaced(now, filter))

/** How many notifications the marks of this browser may have removed from the service's list since a time. */
const departedSince = (
  moment: Tick,
  pages: readonly StampedPage[],
  log: IntentLogState,
  filter: ServerFilter,
): number => {
  const isLater = ({ settledAt }: { settledAt: Tick }) => settledAt > moment
  const marks = marksIn(log)
  const hasMarks =
    marks.pending.length > 0 || marks.settledAlls.some(isLater) || [...marks.settledItems.values()].some(isLater)
  // Each render of a list decides whether it has a next page, and a list may have 10,000 rows.
  if (!hasMarks) return 0
  return joinPages(pages).items.filter((stamped) =>
    hasLeft(flagsAt(stamped, log, moment), flagsOf(stamped, log), filter),
  ).length
}

/** The next request, and what was loaded before it. */
export interface NextPage {
  page: number
  limit: number
  /** The loaded pages that it must overlap, in order. None if no page of an allowed size can. */
  above: readonly StampedPage[]
}

/** The index in the service's list at which a page ended when it was requested. */
const endOf = (page: StampedPage, { page: firstNumber }: StampedPage) =>
  (page.page - firstNumber) * page.limit + received(page)

/**
 * Whether the last pages repeat a part of the list: the server ignores which page is requested. Two may do that by
 * chance, after as many arrivals as a page has.
 */
const isRepeated = (pages: readonly StampedPage[]): boolean => {
  const starts = new Set(pages.slice(-3).map(({ data }) => data[0]?._id))
  const end = pages.at(-1)?.data.at(-1)?._id
  return pages.length > 2 && starts.size === 1 && pages.at(-2)?.data.some(({ _id }) => _id === end) === true
}

/**
 * Chooses the next request: a page that overlaps the loaded ones. Each notification that a mark of this browser has
 * removed from the service's list since moves the rest up by one, so the request starts that much higher.
 *
 * Arrivals move the list down. Then the next page has more of what is loaded, which is shown once.
 *
 * @returns undefined at the end of the list.
 */
export const nextPage = (
  pages: readonly StampedPage[],
  log: IntentLogState,
  filter: ServerFilter,
): NextPage | undefined => {
  const first = pages[0]
  if (first === undefined) return undefined
  const last = pages.at(-1) ?? first
  // An empty or repeated page ends the list, even with `hasMore`: further requests would never end.
  if (!last.hasMore || received(last) === 0 || isRepeated(pages)) return undefined
  // Some services return fewer than are requested.
  const most = received(first) < first.limit ? received(first) : feedLimit.max
  const departed = departedSince(last.requestedAt, pages, log, filter)
  const end = endOf(last, first) - departed
  const { number, limit } = nextWindow(end, Math.min(first.limit, most), most)
  const next = { page: first.page + number, limit, above: number * limit < end ? pages : [] }
  // The same request would return the same page: `hasMore` is wrong.
  return departed === 0 && next.page === last.page && limit === last.limit ? undefined : next
}

/** The page before one that turned out to start below the loaded ones. Undefined if there is none. */
export const pageBefore = ({ page, limit, above }: NextPage): NextPage | undefined =>
  page > (above[0]?.page ?? 0) ? { page: page - 1, limit, above } : undefined

/** Whether a page has a notification that was loaded before it. Then nothing between was skipped. */
export const continues = ({ above }: NextPage, fetched: StampedPage): boolean => {
  const ids = new Set(fetched.data.map(({ _id }) => _id))
  // From the end, where it almost always is: many pages may be loaded.
  const overlaps = ({ data }: StampedPage) => data.some(({ _id }) => ids.has(_id))
  return above.findLast(overlaps) !== undefined || above.every(({ data }) => data.length === 0)
}
