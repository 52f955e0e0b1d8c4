import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { calendarDay, formatDay, nextCalendarDay } from '../language/relativeTime.ts'

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

/** Times as the service writes them, "2026-05-20T09:30:00.000Z", compare as texts: a mark has thousands looked at. */
const isUsual = (time: string) => time.length === 24 && time[10] === 'T' && time.endsWith('Z')

/** A day of the reader's calendar. */
interface Day {
  start: number
  /** Does a time fall on it? One that can't be read falls on every day. */
  holds: (time: string) => boolean
}

/** A clock that runs ahead makes times after today: they are of today. */
const dayOf = (moment: number, today: number): Day => {
  const start = Number.isNaN(moment) ? today : Math.min(today, calendarDay(moment))
  const end = start === today ? Infinity : nextCalendarDay(start)
  const from = new Date(start).toISOString()
  const to = end === Infinity ? '~' : new Date(end).toISOString()
  return {
    start,
    holds: (time) => {
      if (isUsual(time) && isUsual(from)) return time >= from && time < to
      const other = Date.parse(time)
      return !(other < start || other >= end)
    },
  }
}

/** A list is in order of time, so that its days follow each other. What has no time, or one ahead, joins those above. */
const groupByDay = (
  notifications: readonly InboxNotification[],
  today: number,
  locale: string | undefined,
): GroupedFeed => {
  const groups: FeedGroup[] = []
  let day: Day | undefined
  let group: FeedGroup | undefined
  for (const [index, { createdAt, read }] of notifications.entries()) {
    const time = createdAt ?? ''
    if (!day || !group || !day.holds(time)) {
      day = dayOf(Date.parse(time), today)
      const label = formatDay(day.start, today, locale)
      group = { key: String(day.start), label, start: index, end: index, hasUnread: false }
      groups.push(group)
    }
    group.end = index + 1
    group.hasUnread ||= !read
  }
  return { notifications, groups }
}

/** Brings together what belongs together. The groups come in the order of what is newest in each. */
const groupByName = (notifications: readonly InboxNotification[], name: Exclude<GroupBy, string>): GroupedFeed => {
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
