import type { BehaviorRules } from '../contract/behavior.ts'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import type { MessageDates } from './makeMessage.ts'

/** A notification in memory, and what its message has besides. */
export interface Entry {
  notification: InboxNotification
  dates: MessageDates
  /** When it was archived last, in ISO 8601. */
  archivedAt?: string
}

/** A change of the flags of a notification, and of where it is. */
export interface EntryChange {
  read?: boolean
  seen?: boolean
  /** Whether it is archived. An unread notification is not. */
  archived?: boolean
  /** When it returns to the feed, in ISO 8601. null ends a snooze. */
  snoozedUntil?: string | null
}

/** The notifications of one subscriber, in memory. */
export interface InMemoryEntries {
  /** All of them, newest first. */
  all(): readonly Entry[]
  /** Adds one, in place of that with its id. A snoozed one stays so. */
  add(notification: InboxNotification): void
  /** Deletes those that match. Returns them. */
  remove(matches: (notification: InboxNotification) => boolean): Entry[]
  /** Changes those that match. Returns those that changed, as they were before. */
  change(matches: (notification: InboxNotification) => boolean, change: EntryChange): Entry[]
  /** Replaces the notification of an entry. */
  replace(entry: Entry, fields: Partial<InboxNotification>): Entry
  /** Delivers those again whose snooze has ended: they are new, at the top of the feed. */
  deliverDue(): void
}

/** Whether a notification is in the feed: neither archived nor snoozed. */
export const isInFeed = ({ channel, archived, snoozedUntil }: InboxNotification): boolean =>
  channel === 'in_app' && archived !== true && !snoozedUntil

/** Whether a notification was delivered at a time or before it. */
export const isNotLater = ({ createdAt }: InboxNotification, until: string | undefined): boolean =>
  until === undefined || !(Date.parse(createdAt ?? '') > Date.parse(until))

/** If the rules promise no order of equal times, sorts in the less likely order, so that no client relies on it. */
const newestFirst =
  ({ breaksTies }: Pick<BehaviorRules, 'breaksTies'>) =>
  ({ notification: a }: Entry, { notification: b }: Entry) =>
    (b.createdAt ?? '').localeCompare(a.createdAt ?? '') || (breaksTies ? 1 : -1) * b._id.localeCompare(a._id)

const changed = (entry: Entry, change: EntryChange, at: string): Entry => {
  const { notification: before, dates } = entry
  const { read = before.read, seen = before.seen } = change
  const wasArchived = before.archived === true
  const archived = change.read === false ? false : (change.archived ?? wasArchived)
  const { snoozedUntil = before.snoozedUntil ?? null } = change
  const isMoved = archived !== wasArchived || snoozedUntil !== (before.snoozedUntil ?? null)
  if (!isMoved && read === before.read && seen === before.seen) return entry
  return {
    ...entry,
    notification: { ...before, read, seen, ...(isMoved && { archived, snoozedUntil }), updatedAt: at },
    dates: {
      ...dates,
      ...(read && !before.read && { lastReadDate: at }),
      ...(seen && !before.seen && { lastSeenDate: at }),
    },
    ...(archived && !wasArchived && { archivedAt: at }),
  }
}

/** The message has its first time of creation, and the feed the latest. */
const deliveredAgain = ({ notification: before, dates }: Entry, notification: InboxNotification): Entry => {
  const at = notification.createdAt ?? ''
  const { createdAt = before.createdAt ?? at, deliveredAt = [createdAt] } = dates
  return {
    notification,
    dates: { ...dates, createdAt, deliveredAt: notification.snoozedUntil ? deliveredAt : [...deliveredAt, at] },
  }
}

const returned = (entry: Entry): Entry => {
  const { notification } = entry
  const at = notification.snoozedUntil ?? ''
  const fields = { read: false, seen: false, snoozedUntil: null, createdAt: at, updatedAt: at }
  return deliveredAgain(entry, { ...notification, ...fields })
}

/** @param now returns the time in milliseconds since 1970. */
export const createInMemoryEntries = (
  notifications: readonly InboxNotification[],
  rules: Pick<BehaviorRules, 'breaksTies'>,
  now: () => number,
): InMemoryEntries => {
  const toEntry = (notification: InboxNotification): Entry => ({ notification, dates: {} })
  let entries = notifications.map(toEntry).toSorted(newestFirst(rules))

  return {
    all: () => entries,
    add: (notification) => {
      const known = entries.find((entry) => entry.notification._id === notification._id)
      const added = known
        ? deliveredAgain(known, { ...notification, snoozedUntil: known.notification.snoozedUntil ?? null })
        : toEntry(notification)
      entries = [...entries.filter((entry) => entry !== known), added].toSorted(newestFirst(rules))
    },
    remove: (matches) => {
      const removed = entries.filter(({ notification }) => matches(notification))
      if (removed.length > 0) entries = entries.filter((entry) => !removed.includes(entry))
      return removed
    },
    change: (matches, change) => {
      const before = entries
      const at = new Date(now()).toISOString()
      entries = entries.map((entry) => (matches(entry.notification) ? changed(entry, change, at) : entry))
      return before.filter((entry, index) => entry !== entries[index])
    },
    replace: (entry, fields) => {
      const next = { ...entry, notification: { ...entry.notification, ...fields } }
      entries = entries.map((one) => (one === entry ? next : one))
      return next
    },
    deliverDue: () => {
      const isDue = ({ notification: { snoozedUntil } }: Entry) => !!snoozedUntil && Date.parse(snoozedUntil) <= now()
      if (!entries.some(isDue)) return
      entries = entries.map((entry) => (isDue(entry) ? returned(entry) : entry)).toSorted(newestFirst(rules))
    },
  }
}
