import type { InboxNotification } from '../../contract/inboxNotification.ts'
import type { ReportOnce } from '../../state/model/reportOnce.ts'
import { readText } from '../base/readText.ts'
import { calendarDay, type Period, periodOf, type TimeFormat } from '../language/relativeTime.ts'

/** The group of a notification. */
export interface NotificationGroup {
  /** Identifies the group. */
  key: string
  /** Text of the heading. */
  label: string
}

/**
 * How a list is grouped: by the day of `createdAt` (from a week on by "Last week" and months), not at all, or by a
 * function that returns the group of a notification. Notifications without a group (`undefined`, or the function threw)
 * come first, without a heading.
 */
export type GroupBy = 'day' | 'none' | ((notification: InboxNotification) => NotificationGroup | string | undefined)

/** A group, and the rows in it. */
export interface FeedGroup extends NotificationGroup {
  /** Index of its first row. */
  start: number
  /** Index after its last row. */
  end: number
  hasUnread: boolean
  timeFormat: TimeFormat
}

/** A list with its groups. */
export interface GroupedFeed {
  notifications: readonly InboxNotification[]
  /** The groups, from the top. Rows before the first group have no heading. */
  groups: readonly FeedGroup[]
}

/**
 * Times in the service's format, "2026-05-20T09:30:00.000Z", compare as text. A mark regroups thousands: parsing is
 * slow.
 */
const isUsual = (time: string) => time.length === 24 && time[10] === 'T' && time.endsWith('Z')

/** Returns whether a time is in a period. An invalid time is in every period. */
const includes = ({ start, end }: Period): ((time: string) => boolean) => {
  const from = new Date(start).toISOString()
  const to = end === Infinity ? '~' : new Date(end).toISOString()
  return (time) => {
    if (isUsual(time) && isUsual(from)) return time >= from && time < to
    const other = Date.parse(time)
    return !(other < start || other >= end)
  }
}

/**
 * Groups by day. The list is sorted by time, so that each period is one run of rows. A row without a time joins the
 * group above. A time after today, from a clock that is ahead, is on today.
 */
const groupByDay = (notifications: readonly InboxNotification[], today: number, locale: string): GroupedFeed => {
  const groups: FeedGroup[] = []
  let isInGroup: (time: string) => boolean = () => false
  let group: FeedGroup | undefined
  notifications.forEach(({ createdAt, read }, index) => {
    const time = createdAt ?? ''
    if (!group || !isInGroup(time)) {
      const moment = Date.parse(time)
      const period = periodOf(Number.isNaN(moment) ? today : Math.min(today, calendarDay(moment)), today, locale)
      const { start, label, timeFormat } = period
      isInGroup = includes(period)
      group = { key: String(start), label, timeFormat, start: index, end: index, hasUnread: false }
      groups.push(group)
    }
    group.end = index + 1
    group.hasUnread ||= !read
  })
  return { notifications, groups }
}

/** Reads what a function of the app returns. Without a text, as with null, false or '', there is no group. */
const readGroup = (named: unknown): NotificationGroup | undefined => {
  const given: { key?: unknown; label?: unknown } =
    typeof named === 'object' ? { ...named } : { key: named, label: named }
  const label = readText(given.label)
  return label === undefined ? undefined : { key: readText(given.key) ?? label, label }
}

/** Groups by name. The group with the newest notification comes first. */
const groupByName = (
  notifications: readonly InboxNotification[],
  name: Exclude<GroupBy, string>,
  report: ReportOnce,
): GroupedFeed => {
  const members = new Map<string | undefined, { label: string; items: InboxNotification[] }>([
    [undefined, { label: '', items: [] }],
  ])
  for (const notification of notifications) {
    let named: NotificationGroup | undefined
    try {
      named = readGroup(name(notification))
    } catch (error) {
      report('groupBy', error)
    }
    const group = members.get(named?.key) ?? { label: named?.label ?? '', items: [] }
    group.items.push(notification)
    members.set(named?.key, group)
  }
  const shown: InboxNotification[] = []
  const groups: FeedGroup[] = []
  for (const [key, { label, items }] of members) {
    const start = shown.length
    shown.push(...items)
    if (key !== undefined)
      groups.push({
        key,
        label,
        start,
        end: shown.length,
        hasUnread: items.some(({ read }) => !read),
        timeFormat: 'age',
      })
  }
  return { notifications: shown, groups }
}

/**
 * @param today the start of the current day, in milliseconds since 1970. Undefined on a server, which does not know the
 * user's time zone: then "day" makes no groups.
 * @param report gets what `groupBy` throws. The notification then has no group.
 */
export const groupNotifications = (
  notifications: readonly InboxNotification[],
  groupBy: GroupBy,
  today: number | undefined,
  locale: string,
  report: ReportOnce,
): GroupedFeed => {
  if (typeof groupBy === 'function') return groupByName(notifications, groupBy, report)
  if (groupBy === 'none' || today === undefined) return { notifications, groups: [] }
  return groupByDay(notifications, today, locale)
}
