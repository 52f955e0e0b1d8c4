import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { type FeedIntent, feedsOf, flagsAfter, isFeedIntent, isMadeOn } from '../log/feedIntent.ts'
import type { SettledItem, Span } from '../log/intent.ts'
import type { IntentLogState } from '../log/intentLog.ts'
import { type Flags, pickFlags } from '../model/mark.ts'
import type { Stamped } from '../model/stampedPage.ts'
import type { Tick } from '../model/ticker.ts'

/** A settled intent whose response names no messages. */
interface SettledAll extends Span {
  intent: FeedIntent
}

/** The marks in a log. */
interface Marks {
  /** Those that have not settled yet, in the order in which they were made. */
  pending: readonly FeedIntent[]
  /** The indexes in `pending` of the marks on each message. */
  pendingById: ReadonlyMap<string, number[]>
  /** The indexes in `pending` of those that name no messages. */
  pendingAlls: readonly number[]
  /** The last response about each message, by message id. */
  settledItems: ReadonlyMap<string, SettledItem>
  /** The last settled ones that are alike and name no messages, in the order in which they were done. */
  settledAlls: readonly SettledAll[]
  isEmpty: boolean
}

const results = new WeakMap<IntentLogState, Marks>()

/** O(marks), once per state of the log, for all lists and counts. */
export const marksIn = (log: IntentLogState): Marks => {
  const known = results.get(log)
  if (known) return known
  const { settledItems } = log
  const pending = log.pending.filter(isFeedIntent)
  const settledAlls = log.settledOthers.flatMap(({ intent, ...span }): SettledAll[] =>
    isFeedIntent(intent) && intent.ids === undefined ? [{ ...span, intent }] : [],
  )
  const pendingById = new Map<string, number[]>()
  const pendingAlls: number[] = []
  pending.forEach(({ ids }, at) => {
    if (ids === undefined) pendingAlls.push(at)
    else
      for (const id of ids) {
        const own = pendingById.get(id)
        if (own) own.push(at)
        else pendingById.set(id, [at])
      }
  })
  const isEmpty = pending.length + settledItems.size + settledAlls.length === 0
  const marks = { pending, pendingById, pendingAlls, settledItems, settledAlls, isEmpty }
  results.set(log, marks)
  return marks
}

/** Whether an intent concerns a notification, if it is one of its messages. */
const concerns = (intent: FeedIntent, notification: InboxNotification) =>
  isMadeOn(intent, notification) && (feedsOf(intent)?.includes(notification._feedId ?? '') ?? true)

/**
 * The flags of a response. A mark's does not show where the message is: that is as in the page, or in an earlier
 * response. But an unread message is never in the archive.
 */
const placed = (item: SettledItem, page: InboxNotification, requestedAt: Tick): Flags => {
  const { archived, snoozedUntil } = (item.placedAt ?? 0) > requestedAt ? item : page
  return { ...pickFlags(item), archived: item.read && archived, snoozedUntil }
}

/** Whether a response is about this delivery of a notification, and had come by a time. */
const isAbout = ({ settledAt, intent }: SettledItem, notification: InboxNotification, until: Tick): boolean =>
  settledAt <= until && (!intent || isMadeOn(intent, notification))

const settledFlags = ({ notification, requestedAt }: Stamped, marks: Marks, until: Tick): Flags => {
  const last = marks.settledItems.get(notification._id)
  const item = last && !isAbout(last, notification, until) ? last.earlier : last
  const applies = item !== undefined && item.settledAt > requestedAt && isAbout(item, notification, until)
  const since = applies ? item.settledAt : requestedAt
  let flags: Flags = applies ? placed(item, notification, requestedAt) : notification
  // Runs for each of ten thousand rows, so it creates no array.
  for (const { intent, settledAt } of marks.settledAlls)
    if (settledAt > since && settledAt <= until && concerns(intent, notification)) flags = flagsAfter(flags, intent)
  return flags
}

const none: readonly number[] = []

const pendingFlags = (
  notification: InboxNotification,
  before: Flags,
  { pending, pendingById, pendingAlls }: Marks,
): Flags => {
  const own = pendingById.get(notification._id) ?? none
  let flags = before
  // Both arrays of indexes ascend. Walk them as one, in the order in which the marks were made.
  for (let i = 0, j = 0; i < own.length || j < pendingAlls.length;) {
    const isOwn = (own[i] ?? Number.POSITIVE_INFINITY) <= (pendingAlls[j] ?? Number.POSITIVE_INFINITY)
    const mark = pending[(isOwn ? own[i++] : pendingAlls[j++]) ?? -1]
    if (mark && concerns(mark, notification)) flags = flagsAfter(flags, mark)
  }
  return flags
}

/**
 * The flags of a notification as they are shown: those in the service's response, changed by each mark that this
 * response may not include yet. These are the marks that settled after the page was requested, and all pending ones.
 * Failed marks change nothing, so there is nothing to roll back.
 */
export const flagsOf = (stamped: Stamped, log: IntentLogState): Flags => {
  const marks = marksIn(log)
  return pendingFlags(stamped.notification, settledFlags(stamped, marks, Number.POSITIVE_INFINITY), marks)
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
