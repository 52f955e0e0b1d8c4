import type { InboxNotification } from '../contract/inboxNotification.ts'
import { type Flags, type PendingMark, predict, type SettledAll } from './mark.ts'
import type { MarkLogState } from './markLog.ts'
import type { Tick } from './ticker.ts'

/** A notification as the service answered it, and when its page was asked for. */
export interface Stamped {
  notification: InboxNotification
  requestedAt: Tick
}

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
  const truth: Flags = applies ? item : notification
  const since = applies ? item.settledAt : requestedAt
  return log.settledAlls
    .filter((all: SettledAll) => all.settledAt > since && all.settledAt <= until && inFeeds(notification, all.feeds))
    .reduce<Flags>((flags, all) => predict(flags, all.verb), truth)
}

const pendingFlags = (notification: InboxNotification, flags: Flags, index: MarkIndex): Flags => {
  const own = index.pendingById.get(notification._id)
  if (own === undefined && index.pendingAlls.length === 0) return flags
  return [...(own ?? []), ...index.pendingAlls]
    .toSorted((a, b) => a - b)
    .map((place) => index.log.pending[place])
    .filter((mark): mark is PendingMark => mark !== undefined)
    .filter(({ target }) => target.kind === 'messages' || inFeeds(notification, target.feeds))
    .reduce((current, mark) => predict(current, mark.verb), flags)
}

/**
 * The flags of a notification as its reader should see them: what the service answered, and on top of it each
 * mark that this answer may not know of yet. Those are the settled ones that were settled after the page was
 * asked for, and all that are on their way. Failed marks do nothing, so there is nothing to roll back.
 */
export const flagsOf = (stamped: Stamped, log: MarkLogState): Flags =>
  pendingFlags(stamped.notification, settledFlags(stamped, log, Number.POSITIVE_INFINITY), indexOf(log))

/** The flags that the service had at a given moment, as far as its answers tell. */
export const flagsAt = (stamped: Stamped, log: MarkLogState, moment: Tick): Flags =>
  settledFlags(stamped, log, moment)

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
const changedCopies = new WeakMap<InboxNotification, Map<string, InboxNotification>>()

const withFlags = (notification: InboxNotification, { read, seen }: Flags): InboxNotification => {
  if (notification.read === read && notification.seen === seen) return notification
  const copies = changedCopies.get(notification) ?? new Map<string, InboxNotification>()
  changedCopies.set(notification, copies)
  const key = `${read} ${seen}`
  const copy = copies.get(key) ?? { ...notification, read, seen }
  copies.set(key, copy)
  return copy
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
