import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { type Flags, predict } from '../model/mark.ts'
import type { Stamped } from '../model/stampedPage.ts'
import type { Tick } from '../model/ticker.ts'
import type { MarkLogState } from './markLog.ts'

/** The log in the form that one look-up per notification needs. */
interface MarkIndex {
  log: MarkLogState
  /** Places in `log.pending` of the marks on each message. */
  pendingById: Map<string, number[]>
  /** Places in `log.pending` of the mark-alls. */
  pendingAlls: number[]
  isEmpty: boolean
}

const indexes = new WeakMap<MarkLogState, MarkIndex>()

/** Indexing is O(marks), done once per state of the log however many lists and counts look at it. */
const indexOf = (log: MarkLogState): MarkIndex => {
  const known = indexes.get(log)
  if (known) return known
  const pendingById = new Map<string, number[]>()
  const pendingAlls: number[] = []
  for (const [place, { target }] of log.pending.entries()) {
    if (target.kind === 'all') pendingAlls.push(place)
    else
      for (const id of target.ids) {
        const places = pendingById.get(id)
        if (places) places.push(place)
        else pendingById.set(id, [place])
      }
  }
  const isEmpty = log.pending.length === 0 && log.settledItems.size === 0 && log.settledAlls.length === 0
  const index = { log, pendingById, pendingAlls, isEmpty }
  indexes.set(log, index)
  return index
}

const inFeeds = (notification: InboxNotification, feeds: readonly string[] | undefined) =>
  feeds === undefined || (typeof notification._feedId === 'string' && feeds.includes(notification._feedId))

const settledFlags = ({ notification, requestedAt }: Stamped, log: MarkLogState, until: Tick): Flags => {
  const item = log.settledItems.get(notification._id)
  const applies = item !== undefined && item.settledAt > requestedAt && item.settledAt <= until
  const since = applies ? item.settledAt : requestedAt
  let flags: Flags = applies ? item : notification
  // Ten thousand times a look: no list is made for it.
  for (const all of log.settledAlls)
    if (all.settledAt > since && all.settledAt <= until && inFeeds(notification, all.feeds))
      flags = predict(flags, all.verb)
  return flags
}

const none: readonly number[] = []

const pendingFlags = (
  notification: InboxNotification,
  before: Flags,
  { log, pendingById, pendingAlls }: MarkIndex,
): Flags => {
  const own = pendingById.get(notification._id) ?? none
  let flags = before
  // Both lists of places ascend: they are walked as one, in the order in which the marks were made.
  for (let i = 0, j = 0; i < own.length || j < pendingAlls.length;) {
    const isOwn = (own[i] ?? Number.POSITIVE_INFINITY) <= (pendingAlls[j] ?? Number.POSITIVE_INFINITY)
    const mark = log.pending[(isOwn ? own[i++] : pendingAlls[j++]) ?? -1]
    if (mark && (mark.target.kind === 'messages' || inFeeds(notification, mark.target.feeds)))
      flags = predict(flags, mark.verb)
  }
  return flags
}

/**
 * The flags of a notification as its reader should see them: what the service answered, and on top of it each
 * mark that this answer may not know of yet. Those are the settled ones that were settled after the page was
 * asked for, and all that are on their way. Failed marks do nothing, so there is nothing to roll back.
 */
export const flagsOf = (stamped: Stamped, log: MarkLogState): Flags =>
  pendingFlags(stamped.notification, settledFlags(stamped, log, Number.POSITIVE_INFINITY), indexOf(log))

/** The flags that the service had at a given moment, as far as its answers tell. */
export const flagsAt = (stamped: Stamped, log: MarkLogState, moment: Tick): Flags => settledFlags(stamped, log, moment)

/** Whether a mark made or settled since a page was asked for concerns this notification. */
export const isTouchedSince = (notification: InboxNotification, log: MarkLogState, requestedAt: Tick): boolean => {
  const index = indexOf(log)
  if (index.isEmpty) return false
  return (
    index.pendingById.has(notification._id) ||
    index.pendingAlls.length > 0 ||
    (log.settledItems.get(notification._id)?.settledAt ?? 0) > requestedAt ||
    log.settledAlls.some((all) => all.settledAt > requestedAt)
  )
}

/** Changed copies by original, one for each of the four states: the same change gives the same object again. */
const changedCopies = new WeakMap<InboxNotification, InboxNotification[]>()

const withFlags = (notification: InboxNotification, { read, seen }: Flags): InboxNotification => {
  if (notification.read === read && notification.seen === seen) return notification
  const copies = changedCopies.get(notification) ?? []
  changedCopies.set(notification, copies)
  const key = Number(read) * 2 + Number(seen)
  return (copies[key] ??= { ...notification, read, seen })
}

/**
 * What people see, given what the service answered and the log of marks. Pure, and identity-preserving: a
 * notification that no mark changes is returned as it came, a changed one is the same object each time, so that
 * memoised rows render only when they differ.
 */
export const applyMarks = (stamped: readonly Stamped[], log: MarkLogState): InboxNotification[] =>
  indexOf(log).isEmpty
    ? stamped.map(({ notification }) => notification)
    : stamped.map((item) => withFlags(item.notification, flagsOf(item, log)))
