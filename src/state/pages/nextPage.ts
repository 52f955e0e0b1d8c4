import { feedLimit } from '../../contract/feed.ts'
import { flagsAt, flagsOf } from '../marks/applyMarks.ts'
import type { MarkLogState } from '../marks/markLog.ts'
import { belongs, type ServerFilter } from '../model/feedFilter.ts'
import type { Stamped, StampedPage } from '../model/stampedPage.ts'
import type { Tick } from '../model/ticker.ts'

/** A part of the service's list, as its numbered pages can name it: from `number * limit`, `limit` notifications. */
interface PageWindow {
  /** Counted from 0, whatever the service counts from. */
  number: number
  limit: number
}

/**
 * Chooses the part of a list to ask for next so that it begins within what is loaded, with the last notification at best:
 * an answer that begins with a notification that is known proves that nothing between was skipped. Pages of one size can't
 * overlap; pages of slightly different sizes can.
 *
 * @param loaded how many notifications stand above in the service's list.
 * @param pageSize how many to ask for, about.
 * @param most the most that the service answers with.
 */
export const nextWindow = (loaded: number, pageSize: number, most: number = feedLimit.max): PageWindow => {
  const last = Math.max(0, loaded - 1)
  const largest = Math.max(2 * pageSize, pageSize + 8)
  let best: PageWindow | undefined
  let bestScore = 0
  for (let limit = 1; limit <= most; limit++) {
    const fresh = limit - ((last % limit) + 1)
    const isAboutRight = limit >= pageSize / 2 && limit <= largest
    // Little twice, much new.
    const score = (fresh / limit + fresh / largest) * (isAboutRight ? 1 : 0.01)
    if (score <= bestScore) continue
    bestScore = score
    best = { number: Math.floor(last / limit), limit }
  }
  // Where even the largest page can't overlap, it goes on without.
  return best ?? { number: Math.floor(loaded / most), limit: most }
}

const received = (page: StampedPage) => page.data.length + page.unreadable.length

/** How many notifications our marks may have taken out of the service's list since a moment. */
const departedSince = (
  moment: Tick,
  pages: readonly StampedPage[],
  log: MarkLogState,
  filter: ServerFilter,
): number => {
  const isLater = ({ settledAt }: { settledAt: Tick }) => settledAt > moment
  const hasMarks =
    log.pending.length > 0 || log.settledAlls.some(isLater) || [...log.settledItems.values()].some(isLater)
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

/** What to ask for next, and what was loaded before it. */
export interface NextPage {
  page: number
  limit: number
  /** The loaded pages that it must hold something of, in order. None, where no page of a size that it takes could. */
  above: readonly StampedPage[]
}

/** Where in the service's list a page ended, when it was asked for. */
const endOf = (page: StampedPage, { page: firstNumber }: StampedPage) =>
  (page.page - firstNumber) * page.limit + received(page)

/**
 * What to ask for next: a page that begins within what is loaded. What our own marks may have taken out of the service's
 * list since is allowed for: each would make the next page skip one.
 *
 * Arrivals push the list the other way: then the next page begins with more of what is already there, which is shown once.
 *
 * @returns undefined at the end of the list.
 */
export const nextPage = (
  pages: readonly StampedPage[],
  log: MarkLogState,
  filter: ServerFilter,
): NextPage | undefined => {
  const [first, last] = [pages[0], pages.at(-1)]
  // An empty page ends the list even where `hasMore` says otherwise: asking on would never end.
  if (first === undefined || last === undefined || !last.hasMore || received(last) === 0) return undefined
  // Some services answer with fewer than they are asked for.
  const most = received(first) < first.limit ? received(first) : feedLimit.max
  const departed = departedSince(last.requestedAt, pages, log, filter)
  const end = endOf(last, first) - departed
  const { number, limit } = nextWindow(end, Math.min(first.limit, most), most)
  const next = { page: first.page + number, limit, above: number * limit < end ? pages : [] }
  // The same again would bring the same: `hasMore` is wrong.
  return pages.length > 1 && departed === 0 && next.page === last.page && limit === last.limit ? undefined : next
}

/** The page before, for when a page turned out to begin below what is loaded. Undefined where there is none. */
export const pageBefore = ({ page, limit, above }: NextPage): NextPage | undefined =>
  page > (above[0]?.page ?? 0) ? { page: page - 1, limit, above } : undefined

/** Whether an answer holds something of what was loaded before it: then nothing lies between. */
export const continues = ({ above }: NextPage, answer: StampedPage): boolean => {
  const ids = new Set(answer.data.map(({ _id }) => _id))
  // From the end, where it is all but always found: much may be loaded.
  const holdsSome = ({ data }: StampedPage) => data.some(({ _id }) => ids.has(_id))
  return [...above].reverse().some(holdsSome) || above.every(({ data }) => data.length === 0)
}
