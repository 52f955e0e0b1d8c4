import { describe, expect, test } from 'vitest'
import { weekDays } from '../../../src/contract/inbox/weekDays.ts'
import { nextTimed, parseTimeOfDay, type TimedWait } from '../../../src/service/runs/nextTimed.ts'
import { endOfWait, scheduledTime, type Wait } from '../../../src/service/runs/waits.ts'
import * as fc from '../../setup/fastCheck.ts'

/** An instant as text in UTC, without the parts that are zero. */
const said = (date: Date) => date.toISOString().replace(/:00\.000Z$|\.000Z$/, 'Z')

describe('a regular wait', () => {
  test.each<[amount: number, unit: Wait['unit'], expected: string]>([
    [90, 'seconds', '2026-03-28T12:01:30Z'],
    [30, 'minutes', '2026-03-28T12:30Z'],
    [1, 'hours', '2026-03-28T13:00Z'],
    [1, 'days', '2026-03-29T12:00Z'],
    [2, 'weeks', '2026-04-11T12:00Z'],
    [1, 'months', '2026-04-27T12:00Z'],
  ])('of %i %s ends at %s', (amount, unit, expected) => {
    expect(said(endOfWait({ amount, unit }, new Date('2026-03-28T12:00Z')))).toBe(expected)
  })
})

describe('a scheduled delay', () => {
  const payload = (sendAt: unknown) => ({ sendAt, event: { startsAt: '2026-06-01T09:00:00Z' } })

  test.each([
    ['2026-06-01T09:00:00Z', '2026-06-01T09:00Z'],
    ['2026-06-01T09:00Z', '2026-06-01T09:00Z'],
    ['2026-06-01T09:00:30.250+02:00', '2026-06-01T07:00:30.250Z'],
    ['2026-06-01', '2026-06-01T00:00Z'],
    ['2028-02-29', '2028-02-29T00:00Z'],
    ['1999-12-31', '1999-12-31T00:00Z'],
  ])('reads %s', (text, expected) => {
    const time = scheduledTime(payload(text), 'sendAt')
    expect(time instanceof Date && said(time)).toBe(expected)
  })

  test('reads a path, with or without its prefix', () => {
    expect(scheduledTime(payload(''), 'event.startsAt')).toEqual(new Date('2026-06-01T09:00Z'))
    expect(scheduledTime(payload(''), 'payload.event.startsAt')).toEqual(new Date('2026-06-01T09:00Z'))
  })

  const cure =
    'Send a text such as "2026-06-01T09:00:00Z", with its zone, or a date such as "2026-06-01", which begins in UTC.'

  test.each([undefined, null])('says that %s is missing', (value) => {
    expect(scheduledTime(payload(value), 'payload.sendAt')).toBe(
      `The payload field "sendAt", which the delay waits for, is missing. ${cure}`,
    )
  })

  test.each([
    'tomorrow',
    '',
    '2026-06-01T09:00:00',
    '2026-02-29',
    '2026-06-31T09:00:00Z',
    '2026-06-01T24:00:00Z',
    '06/01/2026',
    '1780304400000',
    1_780_304_400_000,
    true,
    ['2026-06-01'],
    {},
  ])('refuses %j', (value) => {
    expect(scheduledTime(payload(value), 'sendAt')).toBe(
      `The payload field "sendAt", which the delay waits for, is no time in ISO 8601. ${cure}`,
    )
  })

  test('reads own fields only', () => {
    expect(scheduledTime({}, 'constructor')).toContain('is missing')
  })
})

describe('a time of day', () => {
  test.each([
    ['09:00', 540],
    ['9:00', 540],
    ['09:00:00', 540],
    ['09:00:30', 540.5],
    ['00:00', 0],
    ['23:59', 1439],
    ['24:00', undefined],
    ['09:60', undefined],
    ['09:00:60', undefined],
    ['9', undefined],
    ['09:00 AM', undefined],
    ['', undefined],
  ])('%j is minute %s', (text, expected) => {
    expect(parseTimeOfDay(text)).toBe(expected)
  })
})

const berlin = 'Europe/Berlin'
const newYork = 'America/New_York'
/** Its clocks change by 30 minutes: on 2026-04-05 from 02:00 to 01:30, and on 2026-10-04 from 02:00 to 02:30. */
const lordHowe = 'Australia/Lord_Howe'
/** Its clocks skip the hour from midnight on: on 2026-09-06. They repeat the hour before it: on 2026-04-04. */
const santiago = 'America/Santiago'

type Case = [rule: string, wait: TimedWait, zone: string, from: string, expected: string]

const days = (atTime?: string, amount?: number): TimedWait => ({ unit: 'days', amount, timed: { atTime } })
const weeks = (timed: TimedWait['timed'], amount?: number): TimedWait => ({ unit: 'weeks', amount, timed })
const months = (timed: TimedWait['timed'], amount?: number): TimedWait => ({ unit: 'months', amount, timed })
const on = (ordinal: string, ordinalValue: string, atTime = '09:00'): TimedWait['timed'] => ({
  monthlyType: 'on',
  ordinal,
  ordinalValue,
  atTime,
})
const each = (...monthDays: string[]): TimedWait['timed'] => ({ monthlyType: 'each', monthDays, atTime: '09:00' })

// 2026-01-01 is a Thursday, 2026-02-01 and 2026-03-01 are Sundays, 2026-06-01 is a Monday.
describe.each<[unit: string, cases: Case[]]>([
  [
    'minutes and hours',
    [
      ['fifteen', { unit: 'minutes', amount: 15 }, berlin, '2026-01-07T12:34:56.789Z', '2026-01-07T12:49:56.789Z'],
      ['one by default', { unit: 'minutes' }, berlin, '2026-01-07T12:00Z', '2026-01-07T12:01Z'],
      ['hours', { unit: 'hours', amount: 2 }, berlin, '2026-01-07T12:00Z', '2026-01-07T14:00Z'],
      ['hours while clocks change', { unit: 'hours', amount: 2 }, berlin, '2026-03-29T00:30Z', '2026-03-29T02:30Z'],
      ['seconds', { unit: 'seconds', amount: 90 }, berlin, '2026-01-07T12:00Z', '2026-01-07T12:01:30Z'],
    ],
  ],
  [
    'days',
    [
      ['today, if still ahead', days('09:00'), berlin, '2026-01-07T07:59:59.999Z', '2026-01-07T08:00Z'],
      ['tomorrow at that time', days('09:00'), berlin, '2026-01-07T08:00Z', '2026-01-08T08:00Z'],
      ['tomorrow after it', days('09:00'), berlin, '2026-01-07T08:00:00.001Z', '2026-01-08T08:00Z'],
      ['with seconds', days('09:00:30'), berlin, '2026-01-07T08:00:29Z', '2026-01-07T08:00:30Z'],
      ['the date of the zone', days('09:00'), newYork, '2026-01-08T02:00Z', '2026-01-08T14:00Z'],
      ['every two days, today', days('09:00', 2), berlin, '2026-01-07T07:00Z', '2026-01-07T08:00Z'],
      ['every two days', days('09:00', 2), berlin, '2026-01-07T09:00Z', '2026-01-09T08:00Z'],
      ['every three days', days('09:00', 3), berlin, '2026-01-30T09:00Z', '2026-02-02T08:00Z'],
      ['the time of its start', days(), berlin, '2026-01-07T12:34:56.789Z', '2026-01-08T12:34:56Z'],
      ['no unit more', { unit: 'days' }, berlin, '2026-01-07T12:00Z', '2026-01-08T12:00Z'],
      ['an unreadable time', days('nine'), berlin, '2026-01-07T12:00Z', '2026-01-08T12:00Z'],
      ['a leap day', days('09:00'), berlin, '2028-02-28T09:00Z', '2028-02-29T08:00Z'],
      ['the year', days('09:00'), berlin, '2026-12-31T09:00Z', '2027-01-01T08:00Z'],
      ['in summer time', days('09:00'), berlin, '2026-03-28T09:00Z', '2026-03-29T07:00Z'],
      ['in winter time again', days('09:00'), berlin, '2026-10-24T09:00Z', '2026-10-25T08:00Z'],
      ['a skipped time', days('02:30'), berlin, '2026-03-28T12:00Z', '2026-03-29T01:00Z'],
      ['a skipped time today', days('02:30'), berlin, '2026-03-29T00:59Z', '2026-03-29T01:00Z'],
      ['after a skipped time', days('02:30'), berlin, '2026-03-29T01:00Z', '2026-03-30T00:30Z'],
      ['the first of two', days('02:30'), berlin, '2026-10-24T12:00Z', '2026-10-25T00:30Z'],
      ['not the second of two', days('02:30'), berlin, '2026-10-25T00:30Z', '2026-10-26T01:30Z'],
      ['nor between them', days('02:30'), berlin, '2026-10-25T01:15Z', '2026-10-26T01:30Z'],
      ['skipped in New York', days('02:30'), newYork, '2026-03-08T05:00Z', '2026-03-08T07:00Z'],
      ['repeated in New York', days('01:30'), newYork, '2026-11-01T04:00Z', '2026-11-01T05:30Z'],
      ['half an hour skipped', days('02:15'), lordHowe, '2026-10-03T12:00Z', '2026-10-03T15:30Z'],
      ['half an hour later', days('02:30'), lordHowe, '2026-10-03T12:00Z', '2026-10-03T15:30Z'],
      ['half an hour repeated', days('01:45'), lordHowe, '2026-04-04T12:00Z', '2026-04-04T14:45Z'],
      ['half an hour before it', days('01:30'), lordHowe, '2026-04-04T12:00Z', '2026-04-04T14:30Z'],
      ['a skipped midnight', days('00:00'), santiago, '2026-09-05T12:00Z', '2026-09-06T04:00Z'],
      ['after a skipped midnight', days('00:30'), santiago, '2026-09-06T04:00Z', '2026-09-07T03:30Z'],
      ['the last hour, repeated', days('23:30'), santiago, '2026-04-04T12:00Z', '2026-04-05T02:30Z'],
      ['Cairo', days('00:15'), 'Africa/Cairo', '2026-04-23T12:00Z', '2026-04-23T22:00Z'],
      ['a skipped day', days('09:00'), 'Pacific/Apia', '2011-12-29T20:00Z', '2011-12-30T10:00Z'],
      // Here clocks went from 00:01 back to 23:01: both midnights are past when the second 23:30 is.
      ['two midnights', days('00:00'), 'America/St_Johns', '2010-11-07T03:00Z', '2010-11-08T03:30Z'],
    ],
  ],
  [
    'weeks',
    [
      // A Wednesday.
      ['this week', weeks({ weekDays: ['friday'], atTime: '09:00' }), berlin, '2026-01-07T12:00Z', '2026-01-09T08:00Z'],
      ['today', weeks({ weekDays: ['wednesday'], atTime: '18:00' }), berlin, '2026-01-07T12:00Z', '2026-01-07T17:00Z'],
      ['next week', weeks({ weekDays: ['monday'], atTime: '09:00' }), berlin, '2026-01-07T12:00Z', '2026-01-12T08:00Z'],
      [
        'the first of several',
        weeks({ weekDays: ['friday', 'monday', 'thursday'], atTime: '09:00' }),
        berlin,
        '2026-01-07T12:00Z',
        '2026-01-08T08:00Z',
      ],
      [
        'the first of the next week',
        weeks({ weekDays: ['tuesday', 'monday'], atTime: '09:00' }),
        berlin,
        '2026-01-07T12:00Z',
        '2026-01-12T08:00Z',
      ],
      ['the time of its start', weeks({ weekDays: ['friday'] }), berlin, '2026-01-07T12:34Z', '2026-01-09T12:34Z'],
      ['the day of its start, today', weeks({ atTime: '18:00' }), berlin, '2026-01-07T12:00Z', '2026-01-07T17:00Z'],
      ['the day of its start', weeks({ atTime: '09:00' }), berlin, '2026-01-07T12:00Z', '2026-01-14T08:00Z'],
      ['an empty list', weeks({ weekDays: [], atTime: '09:00' }), berlin, '2026-01-07T12:00Z', '2026-01-14T08:00Z'],
      ['an unknown day', weeks({ weekDays: ['someday'] }), berlin, '2026-01-07T12:00Z', '2026-01-14T12:00Z'],
      ['nothing', { unit: 'weeks' }, berlin, '2026-01-07T12:00Z', '2026-01-14T12:00Z'],
      // Sunday ends the week: the next Monday is in the next one.
      [
        'every two weeks, this week',
        weeks({ weekDays: ['sunday'], atTime: '09:00' }, 2),
        berlin,
        '2026-01-07T12:00Z',
        '2026-01-11T08:00Z',
      ],
      [
        'every two weeks',
        weeks({ weekDays: ['monday'], atTime: '09:00' }, 2),
        berlin,
        '2026-01-07T12:00Z',
        '2026-01-19T08:00Z',
      ],
      [
        'every two weeks from a Sunday',
        weeks({ weekDays: ['monday'], atTime: '09:00' }, 2),
        berlin,
        '2026-01-11T12:00Z',
        '2026-01-19T08:00Z',
      ],
      [
        'every three weeks',
        weeks({ weekDays: ['monday', 'tuesday'], atTime: '09:00' }, 3),
        berlin,
        '2026-01-06T12:00Z',
        '2026-01-26T08:00Z',
      ],
      // A Monday in New York is still a Sunday in Los Angeles.
      ['the day of the zone', { unit: 'weeks' }, 'America/Los_Angeles', '2026-01-12T02:00Z', '2026-01-19T02:00Z'],
      ['skipped', weeks({ weekDays: ['sunday'], atTime: '02:30' }), berlin, '2026-03-25T12:00Z', '2026-03-29T01:00Z'],
      ['repeated', weeks({ weekDays: ['sunday'], atTime: '02:30' }), berlin, '2026-10-21T12:00Z', '2026-10-25T00:30Z'],
    ],
  ],
  [
    'months, each day',
    [
      ['this month', months(each('15')), berlin, '2026-01-07T12:00Z', '2026-01-15T08:00Z'],
      ['today', months(each('7')), berlin, '2026-01-07T07:00Z', '2026-01-07T08:00Z'],
      ['next month', months(each('7')), berlin, '2026-01-07T12:00Z', '2026-02-07T08:00Z'],
      ['the first of several', months(each('20', '5', '10')), berlin, '2026-01-07T12:00Z', '2026-01-10T08:00Z'],
      ['the first of the next', months(each('5', '3')), berlin, '2026-01-07T12:00Z', '2026-02-03T08:00Z'],
      ['the 31st in April', months(each('31')), berlin, '2026-04-07T12:00Z', '2026-04-30T07:00Z'],
      ['the 31st in March', months(each('31')), berlin, '2026-03-07T12:00Z', '2026-03-31T07:00Z'],
      ['the 30th in February', months(each('30')), berlin, '2026-01-30T12:00Z', '2026-02-28T08:00Z'],
      ['two days of one', months(each('30', '31')), berlin, '2026-02-28T12:00Z', '2026-03-30T07:00Z'],
      ['the 29th in a leap year', months(each('31')), berlin, '2028-02-01T12:00Z', '2028-02-29T08:00Z'],
      ['the next year', months(each('1')), berlin, '2026-12-07T12:00Z', '2027-01-01T08:00Z'],
      ['each by default', months({ monthDays: ['15'] }), berlin, '2026-01-07T12:00Z', '2026-01-15T12:00Z'],
      ['the day of its start', months({ atTime: '09:00' }), berlin, '2026-01-07T12:00Z', '2026-02-07T08:00Z'],
      ['the day of its start, today', months({ atTime: '18:00' }), berlin, '2026-01-07T12:00Z', '2026-01-07T17:00Z'],
      ['a start on the 31st', { unit: 'months' }, berlin, '2026-01-31T12:00Z', '2026-02-28T12:00Z'],
      ['unknown days', months(each('x', '0')), berlin, '2026-01-07T12:00Z', '2026-02-07T08:00Z'],
      ['every two months, this one', months(each('15'), 2), berlin, '2026-01-07T12:00Z', '2026-01-15T08:00Z'],
      ['every two months', months(each('5'), 2), berlin, '2026-01-07T12:00Z', '2026-03-05T08:00Z'],
      ['every three months', months(each('31'), 3), berlin, '2026-11-30T12:00Z', '2027-02-28T08:00Z'],
      ['the month of the zone', months(each('1')), newYork, '2026-02-01T02:00Z', '2026-02-01T14:00Z'],
    ],
  ],
  [
    'months, on a day',
    [
      ['the first Monday', months(on('1', 'monday')), berlin, '2026-01-01T12:00Z', '2026-01-05T08:00Z'],
      ['the second Monday', months(on('2', 'monday')), berlin, '2026-01-01T12:00Z', '2026-01-12T08:00Z'],
      ['the third Tuesday', months(on('3', 'tuesday')), berlin, '2026-01-01T12:00Z', '2026-01-20T08:00Z'],
      ['the fourth Wednesday', months(on('4', 'wednesday')), berlin, '2026-01-01T12:00Z', '2026-01-28T08:00Z'],
      ['the fifth Thursday', months(on('5', 'thursday')), berlin, '2026-01-01T12:00Z', '2026-01-29T08:00Z'],
      ['the fifth Friday of five', months(on('5', 'friday')), berlin, '2026-01-01T12:00Z', '2026-01-30T08:00Z'],
      ['the fifth Monday of four', months(on('5', 'monday')), berlin, '2026-01-01T12:00Z', '2026-01-26T08:00Z'],
      ['the last Saturday', months(on('last', 'saturday')), berlin, '2026-01-01T12:00Z', '2026-01-31T08:00Z'],
      ['the last Sunday', months(on('last', 'sunday')), berlin, '2026-02-01T12:00Z', '2026-02-22T08:00Z'],
      ['the second day', months(on('2', 'day')), berlin, '2026-01-01T12:00Z', '2026-01-02T08:00Z'],
      ['the last day', months(on('last', 'day')), berlin, '2028-02-07T12:00Z', '2028-02-29T08:00Z'],
      ['the first weekday', months(on('1', 'weekday')), berlin, '2026-02-01T07:00Z', '2026-02-02T08:00Z'],
      ['the last weekday', months(on('last', 'weekday')), berlin, '2026-02-02T12:00Z', '2026-02-27T08:00Z'],
      ['the first weekend day', months(on('1', 'weekend')), berlin, '2026-02-01T07:00Z', '2026-02-01T08:00Z'],
      ['the second weekend day', months(on('2', 'weekend')), berlin, '2026-02-01T07:00Z', '2026-02-07T08:00Z'],
      ['the last weekend day', months(on('last', 'weekend')), berlin, '2026-01-01T12:00Z', '2026-01-31T08:00Z'],
      ['next month', months(on('1', 'monday')), berlin, '2026-01-05T08:00Z', '2026-02-02T08:00Z'],
      ['every two months', months(on('1', 'monday'), 2), berlin, '2026-01-05T08:00Z', '2026-03-02T08:00Z'],
      ['every three months', months(on('last', 'day'), 3), berlin, '2026-11-30T12:00Z', '2027-02-28T08:00Z'],
      ['no day named', months({ monthlyType: 'on' }), berlin, '2026-01-07T12:00Z', '2026-02-01T12:00Z'],
      [
        'lists do not count',
        months({ ...on('1', 'monday'), monthDays: ['3'] }),
        berlin,
        '2026-01-01T12:00Z',
        '2026-01-05T08:00Z',
      ],
      [
        'ordinals do not count',
        months({ ...on('1', 'monday'), ...each('3') }),
        berlin,
        '2026-01-01T12:00Z',
        '2026-01-03T08:00Z',
      ],
      ['skipped', months(on('last', 'sunday', '02:30')), berlin, '2026-03-07T12:00Z', '2026-03-29T01:00Z'],
    ],
  ],
])('a timed digest of %s', (_unit, cases) => {
  test.each(cases)('%s', (_rule, wait, zone, from, expected) => {
    expect(said(nextTimed(wait, zone, new Date(from)))).toBe(expected)
  })
})

describe('any timed digest', () => {
  const formats = new Map<string, Intl.DateTimeFormat>()
  /** The wall clock as "2026-01-07 09:00:00", which sorts by time. Swedish writes it so. */
  const wallTime = (instant: number, timeZone: string) => {
    const format =
      formats.get(timeZone) ?? new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone })
    formats.set(timeZone, format)
    return format.format(instant)
  }
  const minute = 60_000

  const list = (values: readonly string[]) => fc.option(fc.subarray([...values]), { nil: undefined })
  const wait = fc.record({
    amount: fc.integer({ min: 1, max: 3 }),
    unit: fc.constantFrom('days' as const, 'weeks' as const, 'months' as const),
    timed: fc.record({
      atTime: fc.oneof(
        fc.constantFrom('00:00', '00:30', '01:30', '01:45', '02:00', '02:15', '02:30', '23:30'),
        fc.integer({ min: 0, max: 86_399 }).map((second) => new Date(second * 1000).toISOString().slice(11, 19)),
      ),
      weekDays: list(weekDays),
      monthDays: list(Array.from({ length: 31 }, (_, index) => String(index + 1))),
      ordinal: fc.constantFrom('1', '2', '3', '4', '5', 'last'),
      ordinalValue: fc.constantFrom('day', 'weekday', 'weekend', ...weekDays),
      monthlyType: fc.constantFrom('each', 'on'),
    }),
  })
  const zone = fc.constantFrom(berlin, newYork, lordHowe, santiago, 'Africa/Cairo', 'Asia/Kathmandu', 'UTC')
  const from = fc.oneof(
    fc.date({ min: new Date('2024-01-01'), max: new Date('2029-01-01'), noInvalidDate: true }),
    // Around the changes of the clocks.
    fc
      .tuple(
        fc.constantFrom(
          '2026-03-29',
          '2026-10-25',
          '2026-03-08',
          '2026-11-01',
          '2026-04-05',
          '2026-10-04',
          '2026-09-06',
        ),
        fc.integer({ min: -36 * 60, max: 36 * 60 }),
      )
      .map(([date, minutes]) => new Date(Date.parse(date) + minutes * minute)),
  )

  test('ends later, at the wanted time of a wanted day, and again later', () => {
    fc.assert(
      fc.property(wait, zone, from, (timed, timeZone, start) => {
        const end = nextTimed(timed, timeZone, start)
        expect(end.getTime()).toBeGreaterThan(start.getTime())
        expect(nextTimed(timed, timeZone, end).getTime()).toBeGreaterThan(end.getTime())

        const shown = wallTime(end.getTime(), timeZone)
        const { atTime, weekDays: listed, monthDays, monthlyType } = timed.timed
        const wanted = `${shown.slice(0, 10)} ${atTime.padEnd(8, ':00')}`
        if (shown === wanted) {
          // The first of two: an hour or half an hour before, the clock did not show it.
          for (const minutes of [30, 60]) expect(wallTime(end.getTime() - minutes * minute, timeZone)).not.toBe(wanted)
        } else {
          // The first instant after a gap, in which the wanted time is.
          expect(wallTime(end.getTime() - 1000, timeZone) < wanted).toBe(true)
          expect(wanted < shown).toBe(true)
        }

        const date = new Date(shown.slice(0, 10))
        const weekDay = weekDays[(date.getUTCDay() + 6) % 7] ?? ''
        if (timed.unit === 'weeks' && listed && listed.length > 0) expect(listed).toContain(weekDay)
        if (timed.unit === 'months' && monthlyType === 'each' && monthDays && monthDays.length > 0) {
          const isLast = new Date(date.getTime() + 24 * 60 * minute).getUTCDate() === 1
          expect(
            monthDays.some((day) => Number(day) === date.getUTCDate() || (isLast && Number(day) > date.getUTCDate())),
          ).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })
})
