import type { InboxNotification } from '../../contract/inboxNotification.ts'
import type { IntentLogState } from '../log/intentLog.ts'
import { isTouchedSince } from '../marks/applyMarks.ts'
import { filledByMarkAllAt } from '../marks/filledByMarkAllAt.ts'
import type { ServerFilter } from '../model/feedFilter.ts'
import type { Stamped, StampedPage } from '../model/stampedPage.ts'
import type { Tick } from '../model/ticker.ts'
import { deliveryOf, isDeliveredAgain } from './delivery.ts'
import { indexesIn, joinPages, newestFirst } from './joinPages.ts'
import { covers } from './lastCoveredAt.ts'

/** The pages of a list as one list. */
export interface MergedPages {
  /** Newest first. Each notification once, from the page that was requested last. */
  items: readonly Stamped[]
  held: readonly Stamped[]
  /** Notifications are missing between the list and its newest page, or below it. The list must be refetched. */
  hasGap: boolean
}

/** Splits the newest pages into those that touch the list, directly or through each other, and those above a gap. */
const splitAtGap = (newestPages: readonly StampedPage[], isListed: (notification: InboxNotification) => boolean) => {
  const touching: StampedPage[] = []
  const deliveries = new Set<string>()
  for (const page of [...newestPages].reverse()) {
    const touches = !page.hasMore || page.data.some((each) => isListed(each) || deliveries.has(deliveryOf(each)))
    if (!touches) return { touching, beyond: newestPages.slice(0, newestPages.length - touching.length) }
    touching.unshift(page)
    for (const each of page.data) deliveries.add(deliveryOf(each))
  }
  return { touching, beyond: [] }
}

/** Whether a newer page reaches down to the notification and does not have it: it would be from that page then. */
const isMissingFrom = (page: StampedPage, { notification, requestedAt }: Stamped) =>
  requestedAt < page.requestedAt && covers(page, notification)

/**
 * Whether a list that was loaded to its end has grown below it, for instance by another device's marks: a newer page
 * reaches the end of the list and has more.
 */
const hasGrown = (last: StampedPage, newest: StampedPage | undefined, oldest: Stamped | undefined) => {
  if (!newest?.hasMore || last.hasMore || newest.requestedAt < last.requestedAt) return false
  const end = oldest?.notification
  return end === undefined || covers(newest, end) || newest.data.some(({ _id }) => _id === end._id)
}

/** Whether a mark-all brought more notifications into a loaded list than the newest page has. */
const isStaleAfterMarkAll = (first: StampedPage, newest: StampedPage | undefined, markedAt: Tick) =>
  newest?.hasMore === true && first.requestedAt < markedAt && markedAt < newest.requestedAt

/** The number of items above the first one that was shown before. 0 if none was. */
const countAbove = (items: readonly Stamped[], shown: readonly Stamped[]) => {
  const ids = new Set(shown.map(({ notification }) => notification._id))
  return Math.max(
    0,
    items.findIndex(({ notification }) => ids.has(notification._id)),
  )
}

/**
 * @param pages the loaded pages, in order.
 * @param newestPages the newest pages that were requested later, the last one first.
 * @param admittedAt arrivals in pages that were requested after it are held back. Changes of loaded notifications are
 * not.
 * @param shown the list as it was shown before. What refetched pages have above it has arrived since.
 * @param log the marks. If one explains why a newer page does not have a notification, it stays in `items`, and the
 * marks decide whether it is shown.
 * @param filter the filter of the requests.
 */
export const mergePages = (
  pages: readonly StampedPage[],
  newestPages: readonly StampedPage[],
  admittedAt: Tick,
  shown: readonly Stamped[],
  log: IntentLogState,
  filter: ServerFilter,
): MergedPages => {
  const first = pages[0]
  if (first === undefined) return { items: [], held: [], hasGap: false }
  const joined = joinPages(pages)
  const later = newestPages.filter((page) => page.requestedAt > first.requestedAt)
  const indexes = indexesIn(joined.items, [first, ...later])
  // A later page may have notifications from above the first one. They have arrived too.
  const aboveFirst = indexes.get(first.data[0]?._id ?? '') ?? 0
  const top = first.requestedAt > admittedAt ? Math.max(aboveFirst, countAbove(joined.items, shown)) : aboveFirst
  if (later.length === 0 && top === 0) return { items: joined.items, held: [], hasGap: false }

  /** One that was delivered again arrives, and is not the one in the list. */
  const isListed = (notification: InboxNotification) => {
    const index = indexes.get(notification._id)
    return index !== undefined && !isDeliveredAgain(joined.items[index]?.notification, notification)
  }
  const { touching, beyond } = splitAtGap(later, isListed)
  const items = joined.items.slice(top)
  const arrived = new Map<string, Stamped>()
  const admitted = new Set<string>()
  const add = (stamped: Stamped, isTouching: boolean) => {
    const { notification, requestedAt } = stamped
    const index = isListed(notification) ? (indexes.get(notification._id) ?? -1) - top : -1
    const known = index < 0 ? arrived.get(notification._id) : items[index]
    if (known === undefined || known.requestedAt < requestedAt) {
      if (index < 0) arrived.set(notification._id, stamped)
      else items[index] = stamped
    }
    if (isTouching && requestedAt <= admittedAt) admitted.add(notification._id)
  }
  for (const stamped of joined.items.slice(0, top)) add(stamped, true)
  later.forEach(({ data, requestedAt }, age) => {
    for (const notification of data) add({ notification, requestedAt }, age >= beyond.length)
  })

  const newest = touching[0]
  const isThere = (item: Stamped) =>
    newest === undefined || !isMissingFrom(newest, item) || isTouchedSince(item.notification, log, newest.requestedAt)
  const isAdmitted = ({ notification }: Stamped) => admitted.has(notification._id)
  const arrivals = [...arrived.values()].filter(isThere)
  // The earlier delivery stays where it is until the later one joins the list.
  const isCurrent = (item: Stamped) => {
    const again = arrived.get(item.notification._id)
    return again ? !isAdmitted(again) : isThere(item)
  }
  return {
    items: newestFirst([...arrivals.filter(isAdmitted), ...items.filter(isCurrent)]),
    held: arrivals.filter((item) => !isAdmitted(item)),
    hasGap:
      beyond.length > 0 ||
      hasGrown(pages.at(-1) ?? first, later[0], joined.items.at(-1)) ||
      isStaleAfterMarkAll(first, later[0], filledByMarkAllAt(log, filter)),
  }
}
