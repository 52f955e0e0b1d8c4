import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { isTouchedSince } from '../marks/applyMarks.ts'
import { lastMarkAllInto } from '../marks/lastMarkAllInto.ts'
import type { MarkLogState } from '../marks/markLog.ts'
import type { ServerFilter } from '../model/feedFilter.ts'
import type { Stamped, StampedPage } from '../model/stampedPage.ts'
import type { Tick } from '../model/ticker.ts'
import { joinPages, newestFirst } from './joinPages.ts'
import { covers } from './lastAnswerCovering.ts'

/** The pages of one list as one list. */
export interface MergedPages {
  /** Newest first, no notification twice; each from the answer that was asked for last. */
  items: readonly Stamped[]
  /** Notifications that have arrived, but were not let in yet. */
  held: InboxNotification[]
  /** The newest page no longer touches the list, or tells of more than the list holds: it must be asked for anew. */
  hasGap: boolean
}

/** The newest answers that form one piece with the list, from the newest down: nothing can lie between. */
const chainOf = (heads: readonly StampedPage[], listed: ReadonlyMap<string, unknown>) => {
  const chain: StampedPage[] = []
  const chained = new Set<string>()
  for (const head of [...heads].reverse()) {
    const touches = !head.hasMore || head.data.some(({ _id }) => listed.has(_id) || chained.has(_id))
    if (!touches) return { chain, cut: heads.slice(0, heads.length - chain.length) }
    chain.unshift(head)
    for (const { _id } of head.data) chained.add(_id)
  }
  return { chain, cut: [] }
}

/** Whether a newer answer, which holds all there was above its last item, no longer holds this notification. */
const isMissingFrom = (head: StampedPage, ids: ReadonlySet<string>, { notification, requestedAt }: Stamped) =>
  requestedAt < head.requestedAt && !ids.has(notification._id) && covers(head, notification)

/**
 * Whether a list that was loaded to its end goes on: so much has come to belong to it, such as by another device's marks,
 * that a newer answer reaches its end and says that there is more.
 */
const isOutgrown = (last: StampedPage | undefined, newest: StampedPage | undefined, oldest: Stamped | undefined) => {
  if (!newest?.hasMore || last?.hasMore || newest.requestedAt < (last?.requestedAt ?? 0)) return false
  return (
    oldest === undefined || covers(newest, oldest.notification) || newest.data.at(-1)?._id === oldest.notification._id
  )
}

/** Whether a list was loaded before a mark-all brought in more than the newest answer holds. */
const isOvertaken = (first: StampedPage, newest: StampedPage | undefined, broughtIn: Tick) =>
  newest?.hasMore === true && first.requestedAt < broughtIn && broughtIn < newest.requestedAt

/** How many items stand above the first one that was shown before. None, where none was. */
const countAbove = (items: readonly Stamped[], shown: readonly Stamped[]) => {
  if (shown.length === 0) return 0
  const ids = new Set(shown.map(({ notification }) => notification._id))
  return Math.max(
    0,
    items.findIndex(({ notification }) => ids.has(notification._id)),
  )
}

/**
 * Joins the loaded pages of a list and the newest pages that were asked for since.
 *
 * @param pages the loaded pages, in order.
 * @param newestPages newest pages asked for later, the latest first.
 * @param admittedAt what was asked for after this moment holds arrivals back; what it says of known items counts.
 * @param shown what stood in the list before: what pages that were asked for again hold above it has arrived since.
 * @param log the marks: one may explain that a notification is missing from a newer answer. Then it stays, and the marks decide
 * whether it belongs.
 * @param filter what the service was asked for.
 */
export const mergePages = (
  pages: readonly StampedPage[],
  newestPages: readonly StampedPage[],
  admittedAt: Tick,
  shown: readonly Stamped[],
  log: MarkLogState,
  filter: ServerFilter,
): MergedPages => {
  const first = pages[0]
  if (first === undefined) return { items: [], held: [], hasGap: false }
  const joined = joinPages(pages)
  // What a later page brought from above the first one has arrived too.
  const aboveFirst = joined.places.get(first.data[0]?._id ?? '') ?? 0
  const top = first.requestedAt > admittedAt ? Math.max(aboveFirst, countAbove(joined.items, shown)) : aboveFirst
  const later = newestPages.filter((head) => head.requestedAt > first.requestedAt)
  // Nothing has come in since: all that is known is shown.
  if (later.length === 0 && top === 0) return { items: joined.items, held: [], hasGap: false }

  const { chain, cut } = chainOf(later, joined.places)
  const items = joined.items.slice(top)
  const arrived = new Map<string, Stamped>()
  const admitted = new Set<string>()
  const note = (stamped: Stamped, isPiece: boolean) => {
    const { notification, requestedAt } = stamped
    const place = (joined.places.get(notification._id) ?? -1) - top
    const known = place < 0 ? arrived.get(notification._id) : items[place]
    if (known === undefined || known.requestedAt < requestedAt) {
      if (place < 0) arrived.set(notification._id, stamped)
      else items[place] = stamped
    }
    if (place < 0 && isPiece && requestedAt <= admittedAt) admitted.add(notification._id)
  }
  for (const stamped of joined.items.slice(0, top)) note(stamped, true)
  for (const [age, { data, requestedAt }] of later.entries())
    for (const notification of data) note({ notification, requestedAt }, age >= cut.length)

  const letIn = [...arrived].flatMap(([id, stamped]) => (admitted.has(id) ? [stamped] : []))
  const all = newestFirst([...letIn, ...items])
  const rest = {
    held: [...arrived].flatMap(([id, { notification }]) => (admitted.has(id) ? [] : [notification])),
    hasGap:
      cut.length > 0 ||
      isOutgrown(pages.at(-1), later[0], joined.items.at(-1)) ||
      isOvertaken(first, later[0], lastMarkAllInto(log, filter)),
  }
  const newest = chain[0]
  if (newest === undefined) return { items: all, ...rest }
  const ids = new Set(newest.data.map(({ _id }) => _id))
  const isGone = (item: Stamped) =>
    isMissingFrom(newest, ids, item) && !isTouchedSince(item.notification, log, newest.requestedAt)
  return { items: all.some(isGone) ? all.filter((item) => !isGone(item)) : all, ...rest }
}
