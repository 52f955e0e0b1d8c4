import type { InboxNotification } from '../../contract/inboxNotification.ts'
import type { IntentLogState } from '../log/intentLog.ts'
import { type Flags, isSameFlags, pickFlags } from '../model/mark.ts'
import type { Stamped } from '../model/stampedPage.ts'
import type { Tick } from '../model/ticker.ts'
import { flagsOf, marksIn } from './markedFlags.ts'
import { applyUsedButtons } from './usedButtons.ts'

/** Whether a mark that is pending, or that settled since a page was requested, concerns a notification. */
export const isTouchedSince = (notification: InboxNotification, log: IntentLogState, requestedAt: Tick): boolean => {
  const { pendingById, pendingAlls, settledItems, settledAlls } = marksIn(log)
  return (
    pendingById.has(notification._id) ||
    pendingAlls.length > 0 ||
    (settledItems.get(notification._id)?.settledAt ?? 0) > requestedAt ||
    settledAlls.some((all) => all.settledAt > requestedAt)
  )
}

/** Changed copies by original, one for each choice of flags, so that the same change returns the same object. */
const changedCopies = new WeakMap<InboxNotification, Shown[]>()

/** A notification with the user's changes. A deleted one belongs to no list. */
type Shown = InboxNotification & Flags

const withFlags = (notification: InboxNotification, flags: Flags): Shown => {
  if (isSameFlags(notification, flags)) return notification
  const copies = changedCopies.get(notification) ?? []
  changedCopies.set(notification, copies)
  const known = copies.find((copy) => isSameFlags(copy, flags))
  if (known) return known
  const copy = { ...notification, ...pickFlags(flags) }
  copies.push(copy)
  return copy
}

/**
 * The notifications that are shown, given the service's responses and the log. Pure. An unchanged notification
 * is the same object as before, and so is one with the same change, so that memoized rows render only when they differ.
 */
export const applyMarks = (stamped: readonly Stamped[], log: IntentLogState): Shown[] => {
  const items = applyUsedButtons(stamped, log)
  return marksIn(log).isEmpty
    ? items.map(({ notification }) => notification)
    : items.map((item) => withFlags(item.notification, flagsOf(item, log)))
}
