import { describe, expect, it } from 'vitest'
import { groupNotifications, type GroupBy } from '../../../src/components/feed/groupNotifications.ts'
import { calendarDay, formatDay, nextCalendarDay } from '../../../src/components/language/relativeTime.ts'
import { makeNotification } from '../../../src/testing/makeNotification.ts'

/** A time in the time zone of this machine. */
const at = (day: number, hour = 12, month = 5) => new Date(2026, month - 1, day, hour).getTime()
const today = at(20, 0)
const made = (number: number, time: number | null, read = true) =>
  makeNotification(number, { createdAt: time === null ? null : new Date(time).toISOString(), read })
const group = (items: ReturnType<typeof made>[], groupBy: GroupBy = 'day') => {
  const { notifications, groups } = groupNotifications(items, groupBy, today, 'en')
  return {
    ids: notifications.map(({ _id }) => _id).join(' '),
    groups: groups.map(({ label, start, end, hasUnread }) => `${label} ${start}-${end}${hasUnread ? ' unread' : ''}`),
  }
}

describe('groups by day', () => {
  it('start at midnight in the reader’s time zone', () => {
    const items = [
      made(5, at(20, 0)),
      made(4, at(19, 23)),
      made(3, at(19, 0)),
      made(2, at(18)),
      made(1, at(1)),
      made(0, at(1, 9, 1)),
    ]
    expect(group(items).groups).toEqual(['Today 0-1', 'Yesterday 1-3', 'Monday 3-4', 'May 1 4-5', 'January 1 5-6'])
  })

  it('know whether they have unread notifications', () => {
    expect(group([made(2, at(20), false), made(1, at(19)), made(0, at(19), false)]).groups).toEqual([
      'Today 0-1 unread',
      'Yesterday 1-3 unread',
    ])
  })

  it('add a notification without a time to the group above, and one from a clock that is ahead to today', () => {
    expect(group([made(4, at(21)), made(3, null), made(2, at(19)), made(1, null), made(0, at(17))]).groups).toEqual([
      'Today 0-2',
      'Yesterday 2-4',
      'Sunday 4-5',
    ])
    expect(group([made(0, null)]).groups).toEqual(['Today 0-1'])
  })

  it('are missing without the reader’s day, and with "none"', () => {
    const items = [made(1, at(20)), made(0, at(19))]
    expect(groupNotifications(items, 'day', undefined, 'en')).toEqual({ notifications: items, groups: [] })
    expect(groupNotifications(items, 'none', today, 'en')).toEqual({ notifications: items, groups: [] })
  })
})

describe('groups by a function', () => {
  const items = [
    made(5, at(20)),
    made(4, at(20), false),
    made(3, at(19)),
    made(2, at(19)),
    made(1, at(18)),
    made(0, at(17)),
  ]

  it('join notifications of the same name, in the order of the newest of each', () => {
    const byNumber: GroupBy = ({ payload }) => (Number(payload?.['number']) % 2 === 0 ? 'even' : 'odd')
    expect(group(items, byNumber)).toEqual({ ids: 'n5 n3 n1 n4 n2 n0', groups: ['odd 0-3', 'even 3-6 unread'] })
  })

  it('are identified by key, not by label; notifications without a group come first', () => {
    const byKey: GroupBy = ({ _id }) =>
      _id === 'n3' ? undefined : { key: _id > 'n2' ? 'late' : 'early', label: 'Part' }
    expect(group(items, byKey)).toEqual({ ids: 'n3 n5 n4 n2 n1 n0', groups: ['Part 1-3 unread', 'Part 3-6'] })
  })
})

describe('a day as a heading', () => {
  const day = (value: number) => calendarDay(value)
  it.each([
    ['en', at(20), 'Today'],
    ['en', at(19), 'Yesterday'],
    ['en', at(14), 'Thursday'],
    ['en', at(13), 'May 13'],
    ['en-GB', at(13), '13 May'],
    ['en', new Date(2025, 11, 31).getTime(), 'December 31, 2025'],
    ['de', at(20), 'Heute'],
    ['fr', at(18), 'Lundi'],
    ['ja', at(19), '昨日'],
    ['ar', at(20), 'اليوم'],
  ])('%s: %d is %s', (locale, time, text) => {
    expect(formatDay(day(time), today, locale)).toBe(text)
  })

  it('ends where the next starts, also when daylight saving time changes', () => {
    for (let number = 0; number < 366; number++) {
      const start = calendarDay(new Date(2026, 0, 1 + number, 12).getTime())
      expect(nextCalendarDay(start)).toBe(calendarDay(new Date(2026, 0, 2 + number, 12).getTime()))
    }
  })
})
