import type { InboxNotification } from '../../contract/inboxNotification.ts'
import type { IntentLogState } from '../log/intentLog.ts'
import { type Flags, predict } from '../model/mark.ts'
import type { Stamped } from '../model/stampedPage.ts'
import type { Tick } from '../model/ticker.ts'
import { type Marks, marksIn } from './marksIn.ts'

/** The pending marks by message, for one lookup per notification. */
interface MarkIndex {
  marks: Marks
  /** The indexes in `marks.pending` of the marks on each message. */
  pendingById: Map<string, number[]>
  /** The indexes in `marks.pending` of the mark-alls. */
  pendingAlls: number[]
  isEmpty: boolean
}

const indexes = new WeakMap<IntentLogState, MarkIndex>()

/** O(marks), once per state of the log, for all lists and counts. */
export const indexOf = (log: IntentLogState): MarkIndex => {
  const known = indexes.get(log)
  if (known) return known
  const marks = marksIn(log)
  const pendingById = new Map<string, number[]>()
  const pendingAlls: number[] = []
  for (const [place, { ids }] of marks.pending.entries()) {
    if (ids === undefined) pendingAlls.push(place)
    else
      for (const id of ids) {
        const places = pendingById.get(id)
        if (places) places.push(place)
        else pendingById.set(id, [place])
      }
  }
  const isEmpty = marks.pending.length + marks.settledItems.size + marks.settledAlls.length === 0
  const index = { marks, pendingById, pendingAlls, isEmpty }
  indexes.set(log, index)
  return index
}

const inFeeds = (notification: InboxNotification, feeds: readonly string[] | undefined) =>
  feeds === undefined || (typeof notification._feedId === 'string' && feeds.includes(notification._feedId))

const settledFlags = ({ notification, requestedAt }: Stamped, marks: Marks, until: Tick): Flags => {
  const last = marks.settledItems.get(notification._id)
  const item = last && last.settledAt > until ? last.earlier : last
  const applies = item !== undefined && item.settledAt > requestedAt && item.settledAt <= until
  const since = applies ? item.settledAt : requestedAt
  let flags: Flags = applies ? item : notification
  // Runs for each of ten thousand rows, so it creates no array.
  for (const all of marks.settledAlls)
    if (all.settledAt > since && all.settledAt <= until && inFeeds(notification, all.feeds))
      flags = predict(flags, all.verb)
  return flags
}

const none: readonly number[] = []

const pendingFlags = (
  notification: InboxNotification,
  before: Flags,
  { marks, pendingById, pendingAlls }: MarkIndex,
): Flags => {
  const own = pendingById.get(notification._id) ?? none
  let flags = before
  // Both arrays of indexes ascend. Walk them as one, in the order in which the marks were made.
  for (let i = 0, j = 0; i < own.length || j < pendingAlls.length;) {
    const isOwn = (own[i] ?? Number.POSITIVE_INFINITY) <= (pendingAlls[j] ?? Number.POSITIVE_INFINITY)
    const mark = marks.pending[(isOwn ? own[i++] : pendingAlls[j++]) ?? -1]
    if (mark && (mark.kind !== 'markAll' || inFeeds(notification, mark.feeds))) flags = predict(flags, mark.verb)
  }
  return flags
}

/**
 * The flags of a notification as they are shown: those in the service's response, changed by each mark that this
 * response may not include yet. These are the marks that settled after the page was requested, and all pending ones.
 * Failed marks change nothing, so there is nothing to roll back.
 */
export const flagsOf = (stamped: Stamped, log: IntentLogState): Flags => {
  const index = indexOf(log)
  return pendingFlags(stamped.notification, settledFlags(stamped, index.marks, Number.POSITIVE_INFINITY), index)
}

/** The flags that the service had at a given time, as far as its responses show. */
export const flagsAt = (stamped: Stamped, log: IntentLogState, moment: Tick): Flags =>
  settledFlags(stamped, marksIn(log), moment)

/**
 * The messages that pending marks, and those that settled since a time, concern by id. With the time at which the first
 * of these marks settled: Infinity while it is pending.
 */
export const markedSince = (log: IntentLogState, since: Tick): Map<string, Tick> => {
  const marked = new Map<string, Tick>()
  for (const { ids = [] } of marksIn(log).pending) for (const id of ids) marked.set(id, Number.POSITIVE_INFINITY)
  for (const [id, { settledAt, earlier }] of log.settledItems)
    if (settledAt > since) marked.set(id, earlier && earlier.settledAt > since ? earlier.settledAt : settledAt)
  return marked
}
