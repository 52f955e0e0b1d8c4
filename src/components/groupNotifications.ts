import type { InboxNotification } from '../contract/inboxNotification.ts'
import { calendarDay, formatDay, nextCalendarDay } from './relativeTime.ts'

/** What a notification is filed under. */
export interface NotificationGroup {
  /** Tells groups apart. */
  key: string
  /** The heading's text. */
  label: string
}

/**
 * How a list is divided: by the day on which notifications were made, not at all, or by a function that names the group
 * of each. What has no group of its own (`undefined`) stands under no heading.
 */
export type GroupBy = 'day' | 'none' | ((notification: InboxNotification) => NotificationGroup | string | undefined)

/** A group, and which rows are in it. */
export interface FeedGroup extends NotificationGroup {
  /** The place of its first row, from 0. */
  start: number
  /** The place after its last row. */
  end: number
  /** Has it anything to mark as read? */
  hasUnread: boolean
}

export interface GroupedFeed {
  /** The rows, in the order in which they are shown. */
  notifications: readonly InboxNotification[]
  /** From the top. Rows before the first, or all of them, stand under no heading. */
  groups: readonly FeedGroup[]
}

const moments = new WeakMap<InboxNotification, number>()

/** When a notification was made, in milliseconds since 1970; NaN where that is not known. Read once for each. */
const momentOf = (notification: InboxNotification): number => {
  const known = moments.get(notification)
  if (known !== undefined) return known
  const moment = Date.parse(notification.createdAt ?? '')
  moments.set(notification, moment)
  return moment
}

/** A list is in order of time, so that its days follow each other. What has no time, or one ahead, joins those above. */
const groupByDay = (
  notifications: readonly InboxNotification[],
  today: number,
  locale: string | undefined,
): GroupedFeed => {
  const groups: FeedGroup[] = []
  let [from, to] = [Infinity, -Infinity]
  for (const [index, notification] of notifications.entries()) {
    const moment = momentOf(notification)
    let group = groups.at(-1)
    if (!group || moment < from || moment >= to) {
      const day = Number.isNaN(moment) ? today : Math.min(today, calendarDay(moment))
      from = day
      to = day === today ? Infinity : nextCalendarDay(day)
      group = { key: String(day), label: formatDay(day, today, locale), start: index, end: index, hasUnread: false }
      groups.push(group)
    }
    group.end = index + 1
    group.hasUnread ||= !notification.read
  }
  return { notifications, groups }
}

/** Brings together what belongs together. The groups come in the order of what is newest in each. */
const groupByName = (
  notifications: readonly InboxNotification[],
  name: Exclude<GroupBy, string>,
): GroupedFeed => {
  const members = new Map<string | undefined, { label: string; items: InboxNotification[] }>([
    [undefined, { label: '', items: [] }],
  ])
  for (const notification of notifications) {
    const named = name(notification)
    const { key, label } = typeof named === 'object' ? named : { key: named, label: named ?? '' }
    const group = members.get(key) ?? { label, items: [] }
    group.items.push(notification)
    members.set(key, group)
  }
  const shown: InboxNotification[] = []
  const groups: FeedGroup[] = []
  for (const [key, { label, items }] of members) {
    const start = shown.length
    shown.push(...items)
    if (key !== undefined)
      groups.push({ key, label, start, end: shown.length, hasUnread: items.some(({ read }) => !read) })
  }
  return { notifications: shown, groups }
}

/**
 * Divides a list into groups.
 * @param today the start of the present day, in milliseconds since 1970. Undefined where the reader's time zone is not
 * known, as on a server: then days make no groups.
 */
export const groupNotifications = (
  notifications: readonly InboxNotification[],
  groupBy: GroupBy,
  today: number | undefined,
  locale: string | undefined,
): GroupedFeed => {
  if (typeof groupBy === 'function') return groupByName(notifications, groupBy)
  if (groupBy === 'none' || today === undefined) return { notifications, groups: [] }
  return groupByDay(notifications, today, locale)
}
