import { describe, expect, it, vi } from 'vitest'
import { groupNotifications, type GroupBy } from '../../../src/components/feed/groupNotifications.ts'
import { calendarDay, periodOf } from '../../../src/components/language/relativeTime.ts'
import { makeNotification } from '../../../src/testing/makeNotification.ts'

/** A time in the time zone of this machine. */
const at = (day: number, hour = 12, month = 5) => new Date(2026, month - 1, day, hour).getTime()
const today = at(20, 0)
const made = (number: number, time: number | null, read = true) =>
  makeNotification(number, { createdAt: time === null ? null : new Date(time).toISOString(), read })
const report = vi.fn<(name: string, error: unknown) => void>()
const group = (items: ReturnType<typeof made>[], groupBy: GroupBy = 'day') => {
  const { notifications, groups } = groupNotifications(items, groupBy, today, 'en', report)
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
    expect(group(items).groups).toEqual(['Today 0-1', 'Yesterday 1-3', 'Monday 3-4', 'May 4-5', 'January 5-6'])
  })

  it('are weeks and months from a week on, which never overlap', () => {
    const items = [at(14), at(13), at(7), at(6), at(1), at(30, 12, 4), at(1, 12, 4), at(31, 12, -4)].map(
      (time, index, all) => made(all.length - index, time),
    )
    expect(group(items).groups).toEqual(['Thursday 0-1', 'Last week 1-3', 'May 3-5', 'April 5-7', 'August 2025 7-8'])
  })

  it('choose the format of their times: what the heading leaves open', () => {
    const items = [at(20), at(19), at(14), at(13), at(1, 12, 1)].map((time, index) => made(9 - index, time))
    const { groups } = groupNotifications(items, 'day', today, 'en', report)
    expect(groups.map(({ timeFormat }) => timeFormat)).toEqual(['age', 'clock', 'clock', 'date', 'date'])
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
    expect(groupNotifications(items, 'day', undefined, 'en', report)).toEqual({ notifications: items, groups: [] })
    expect(groupNotifications(items, 'none', today, 'en', report)).toEqual({ notifications: items, groups: [] })
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

describe('a notification has no group if the function', () => {
  const items = [made(2, at(20)), made(1, at(20)), made(0, at(20))]
  it.each<[string, () => unknown]>([
    ['returns null', () => null],
    ['returns an empty text', () => ''],
    ['returns false', () => false],
    ['returns an object without label', () => ({ key: 'a' })],
    ['returns an object with an empty label', () => ({ key: 'a', label: '' })],
    ['returns an object whose label is an object', () => ({ key: 'a', label: { text: 'A' } })],
    ['returns an empty list', () => []],
    ['returns a promise', async () => 'A'],
    ['returns a function', () => () => 'A'],
    ['returns a symbol', () => Symbol('A')],
  ])('%s', (_name, choose) => {
    const groupBy = (({ _id }) => (_id === 'n1' ? choose() : 'Named')) as GroupBy
    expect(group(items, groupBy)).toEqual({ ids: 'n1 n2 n0', groups: ['Named 1-3'] })
    expect(report).not.toHaveBeenCalled()
  })

  it('throws, which is reported', () => {
    const groupBy: GroupBy = ({ _id, payload }) =>
      _id === 'n1' ? (payload as { no: { label: string } }).no.label : 'Named'
    expect(group(items, groupBy)).toEqual({ ids: 'n1 n2 n0', groups: ['Named 1-3'] })
    expect(report).toHaveBeenCalledExactlyOnceWith('groupBy', expect.any(TypeError))
  })

  it.each<[string, unknown, string]>([
    ['a number', 2026, '2026'],
    ['a label without a key', { label: 'A' }, 'A'],
    ['a key that is a number', { key: 5, label: 'A' }, 'A'],
    ['a label that is a number', { key: 'five', label: 5 }, '5'],
    ['a key that is null', { key: null, label: 'A' }, 'A'],
  ])('but has one if it returns %s', (_name, named, label) => {
    expect(group(items, (() => named) as GroupBy).groups).toEqual([`${label} 0-3`])
  })
})

describe('a heading', () => {
  const day = (value: number) => calendarDay(value)
  it.each([
    ['en', at(20), 'Today'],
    ['en', at(19), 'Yesterday'],
    ['en', at(14), 'Thursday'],
    ['en', at(13), 'Last week'],
    ['de', at(13), 'Letzte Woche'],
    ['en', at(6), 'May'],
    ['de', at(1, 12, 3), 'März'],
    ['en', new Date(2025, 11, 31).getTime(), 'December 2025'],
    ['ja', new Date(2025, 11, 31).getTime(), '2025年12月'],
    ['de', at(20), 'Heute'],
    ['fr', at(18), 'Lundi'],
    ['ja', at(19), '昨日'],
    ['ar', at(20), 'اليوم'],
  ])('%s: %d is %s', (locale, time, text) => {
    expect(periodOf(day(time), today, locale).label).toBe(text)
  })

  it('ends where the one after it starts, also when daylight saving time changes', () => {
    for (let number = 0; number < 366; number++) {
      const now = calendarDay(new Date(2026, 0, 1 + number, 12).getTime())
      let { start } = periodOf(now, now, 'en')
      for (let earlier = 0; earlier < 10; earlier++) {
        const before = periodOf(calendarDay(start - 1), now, 'en')
        expect(before.end).toBe(start)
        start = before.start
      }
    }
  })
})
