import type { InboxNotification } from '../../contract/inboxNotification.ts'
import type { IntentLogState } from '../log/intentLog.ts'
import type { Flags } from '../model/mark.ts'
import type { Stamped } from '../model/stampedPage.ts'
import type { Tick } from '../model/ticker.ts'
import { flagsOf, indexOf } from './markedFlags.ts'

/** Whether a mark that is pending, or that settled since a page was requested, concerns a notification. */
export const isTouchedSince = (notification: InboxNotification, log: IntentLogState, requestedAt: Tick): boolean => {
  const index = indexOf(log)
  if (index.isEmpty) return false
  return (
    index.pendingById.has(notification._id) ||
    index.pendingAlls.length > 0 ||
    (index.marks.settledItems.get(notification._id)?.settledAt ?? 0) > requestedAt ||
    index.marks.settledAlls.some((all) => all.settledAt > requestedAt)
  )
}

/** Changed copies by original, one for each of the four states, so that the same change returns the same object. */
const changedCopies = new WeakMap<InboxNotification, InboxNotification[]>()

const withFlags = (notification: InboxNotification, { read, seen }: Flags): InboxNotification => {
  if (notification.read === read && notification.seen === seen) return notification
  const copies = changedCopies.get(notification) ?? []
  changedCopies.set(notification, copies)
  const key = Number(read) * 2 + Number(seen)
  return (copies[key] ??= { ...notification, read, seen })
}

/**
 * The notifications that are shown, given the service's responses and the log of marks. Pure. An unchanged notification
 * is the same object as before, and so is one with the same change, so that memoized rows render only when they differ.
 */
export const applyMarks = (stamped: readonly Stamped[], log: IntentLogState): InboxNotification[] =>
  indexOf(log).isEmpty
    ? stamped.map(({ notification }) => notification)
    : stamped.map((item) => withFlags(item.notification, flagsOf(item, log)))
