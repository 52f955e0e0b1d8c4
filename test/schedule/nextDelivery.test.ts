import { describe, expect, it } from 'vitest'
import { weekDays } from '../../src/contract/inbox/weekDays.ts'
import type { Schedule, WeeklySchedule } from '../../src/contract/preferences.ts'
import { nextDelivery, type Delivery } from '../../src/schedule/nextDelivery.ts'
import * as fc from '../setup/fastCheck.ts'

const hours = (...ranges: [string, string][]) => ({
  isEnabled: true,
  hours: ranges.map(([start, end]) => ({ start, end })),
})
const schedule = (weeklySchedule: WeeklySchedule): Schedule => ({ isEnabled: true, weeklySchedule })

const office = schedule(Object.fromEntries(weekDays.slice(0, 5).map((day) => [day, hours(['09:00 AM', '05:30 PM'])])))
const wholeDay = hours(['12:00 AM', '11:59 PM'])

/** A delivery with its instant as ISO text in UTC. */
const said = (delivery: Delivery): string => {
  if (delivery.kind === 'now') return `now until ${new Date(delivery.until).toISOString().slice(0, 16)}`
  if (delivery.kind === 'later') return `later from ${new Date(delivery.from).toISOString().slice(0, 16)}`
  return delivery.kind
}
const at = (when: Schedule | undefined, now: string, zone = 'Europe/Berlin') =>
  said(nextDelivery(when, zone, Date.parse(now)))

describe('nextDelivery', () => {
  it.each([
    ['during the hours', '2026-01-07T12:00Z', 'now until 2026-01-07T16:30'],
    ['at their start', '2026-01-07T08:00Z', 'now until 2026-01-07T16:30'],
    ['just before them', '2026-01-07T07:59:59Z', 'later from 2026-01-07T08:00'],
    ['at their end', '2026-01-07T16:30Z', 'later from 2026-01-08T08:00'],
    ['at the weekend', '2026-01-10T12:00Z', 'later from 2026-01-12T08:00'],
    ['on Monday in the zone and Sunday in UTC', '2026-01-11T23:30Z', 'later from 2026-01-12T08:00'],
  ])('returns the next change %s', (_when, now, expected) => {
    expect(at(office, now)).toBe(expected)
  })

  it('uses the given time zone', () => {
    expect(at(office, '2026-01-07T12:00Z', 'America/New_York')).toBe('later from 2026-01-07T14:00')
    expect(at(office, '2026-01-07T12:00Z', 'Asia/Kathmandu')).toBe('later from 2026-01-08T03:15')
  })

  it('continues a range over midnight on the next day', () => {
    const nights = schedule({ friday: hours(['10:00 PM', '06:00 AM']) })
    expect(at(nights, '2026-01-09T20:59Z')).toBe('later from 2026-01-09T21:00')
    expect(at(nights, '2026-01-09T23:30Z')).toBe('now until 2026-01-10T05:00')
    expect(at(nights, '2026-01-10T04:59Z')).toBe('now until 2026-01-10T05:00')
    expect(at(nights, '2026-01-10T05:00Z')).toBe('later from 2026-01-16T21:00')
  })

  it('continues a range from Sunday on Monday', () => {
    const nights = schedule({ sunday: hours(['11:00 PM', '01:00 AM']) })
    expect(at(nights, '2026-01-11T23:30Z')).toBe('now until 2026-01-12T00:00')
  })

  it('joins ranges that touch or overlap', () => {
    const long = schedule({
      monday: hours(['09:00 AM', '01:00 PM'], ['12:00 PM', '03:00 PM'], ['03:00 PM', '11:59 PM']),
      tuesday: hours(['12:00 AM', '02:00 AM']),
    })
    expect(at(long, '2026-01-12T09:00Z')).toBe('now until 2026-01-13T01:00')
  })

  describe('when summer time begins (Berlin, 29 March 2026, 02:00 becomes 03:00)', () => {
    it('follows the wall clock on both sides', () => {
      const daily = schedule(Object.fromEntries(weekDays.map((day) => [day, hours(['09:00 AM', '05:00 PM'])])))
      expect(at(daily, '2026-03-28T17:00Z')).toBe('later from 2026-03-29T07:00')
      expect(at(daily, '2026-03-29T16:00Z')).toBe('later from 2026-03-30T07:00')
    })
    it('begins at the change if the start is skipped', () => {
      expect(at(schedule({ sunday: hours(['02:30 AM', '05:00 AM']) }), '2026-03-29T00:30Z')).toBe(
        'later from 2026-03-29T01:00',
      )
    })
    it('ends at the change if the end is skipped', () => {
      expect(at(schedule({ sunday: hours(['01:00 AM', '02:30 AM']) }), '2026-03-29T00:30Z')).toBe(
        'now until 2026-03-29T01:00',
      )
    })
    it('delivers nothing in a range that is skipped completely, and waits for the next week', () => {
      const skipped = schedule({ sunday: hours(['02:15 AM', '02:45 AM']) })
      expect(at(skipped, '2026-03-28T12:00Z')).toBe('later from 2026-04-05T00:15')
      expect(at(skipped, '2026-03-22T01:45Z')).toBe('later from 2026-04-05T00:15')
    })
  })

  describe('when summer time ends (Berlin, 25 October 2026, 03:00 becomes 02:00)', () => {
    const early = schedule({ sunday: hours(['02:15 AM', '02:45 AM']) })
    it('delivers in both of the repeated hours', () => {
      expect(at(early, '2026-10-25T00:00Z')).toBe('later from 2026-10-25T00:15')
      expect(at(early, '2026-10-25T00:20Z')).toBe('now until 2026-10-25T00:45')
      expect(at(early, '2026-10-25T00:50Z')).toBe('later from 2026-10-25T01:15')
    })
    it('makes a night an hour longer', () => {
      expect(at(schedule({ saturday: hours(['10:00 PM', '06:00 AM']) }), '2026-10-24T21:00Z')).toBe(
        'now until 2026-10-25T05:00',
      )
    })
  })

  describe('in other zones', () => {
    const daily = (start: string, end: string) =>
      schedule(Object.fromEntries(weekDays.map((day) => [day, hours([start, end])])))
    const night = daily('01:30 AM', '02:30 AM')

    it.each([
      // New York: 8 March 2026, 02:00 becomes 03:00; 1 November 2026, 02:00 becomes 01:00.
      ['America/New_York', 'before its spring', night, '2026-03-08T06:00Z', 'later from 2026-03-08T06:30'],
      ['America/New_York', 'at its spring', night, '2026-03-08T06:40Z', 'now until 2026-03-08T07:00'],
      ['America/New_York', 'in its autumn, the first time', night, '2026-11-01T05:40Z', 'now until 2026-11-01T06:00'],
      ['America/New_York', 'in its autumn, between', night, '2026-11-01T06:10Z', 'later from 2026-11-01T06:30'],
      ['America/New_York', 'in its autumn, the second time', night, '2026-11-01T06:40Z', 'now until 2026-11-01T07:30'],
      // Lord Howe: half an hour. 4 October 2026, 02:00 becomes 02:30; 5 April 2026, 02:00 becomes 01:30.
      ['Australia/Lord_Howe', 'at its spring', night, '2026-10-03T15:10Z', 'now until 2026-10-03T15:30'],
      [
        'Australia/Lord_Howe',
        'in its autumn: half an hour twice',
        night,
        '2026-04-04T14:40Z',
        'now until 2026-04-04T16:00',
      ],
      // Cairo: midnight of 24 April 2026 is skipped.
      [
        'Africa/Cairo',
        'where a day begins at one',
        daily('12:00 AM', '01:30 AM'),
        '2026-04-23T21:00Z',
        'later from 2026-04-23T22:00',
      ],
      // Samoa has no summer time, and skipped a whole Friday in 2011.
      [
        'Pacific/Apia',
        'over the day that was left out',
        schedule({ friday: hours(['09:00 AM', '10:00 AM']) }),
        '2011-12-29T12:00Z',
        'later from 2012-01-05T19:00',
      ],
      ['Asia/Tokyo', 'without summer time', night, '2026-03-28T16:00Z', 'later from 2026-03-28T16:30'],
    ])('%s %s', (zone, _when, subject, now, expected) => {
      expect(at(subject, now, zone)).toBe(expected)
    })
  })

  describe('of unusual schedules', () => {
    it.each([
      [
        'noon and midnight',
        schedule({ wednesday: hours(['12:00 PM', '12:00 AM']) }),
        '2026-01-07T12:00Z',
        'now until 2026-01-07T23:00',
      ],
      [
        'one digit',
        schedule({ wednesday: hours(['9:5 am', '9:5 pm']) }),
        '2026-01-07T12:00Z',
        'now until 2026-01-07T20:05',
      ],
      [
        'ranges in each other',
        schedule({ wednesday: hours(['09:00 AM', '05:00 PM'], ['10:00 AM', '11:00 AM']) }),
        '2026-01-07T09:30Z',
        'now until 2026-01-07T16:00',
      ],
      [
        'the same range twice',
        schedule({ wednesday: hours(['09:00 AM', '05:00 PM'], ['09:00 AM', '05:00 PM']) }),
        '2026-01-07T12:00Z',
        'now until 2026-01-07T16:00',
      ],
      [
        'an empty range beside a real one',
        schedule({ wednesday: hours(['09:00 AM', '09:00 AM'], ['05:00 PM', '06:00 PM']) }),
        '2026-01-07T08:00Z',
        'later from 2026-01-07T16:00',
      ],
      [
        'no hours in a day that is on',
        schedule({ wednesday: { isEnabled: true, hours: [] } }),
        '2026-01-07T12:00Z',
        'never',
      ],
      ['hours missing in a day that is on', schedule({ wednesday: { isEnabled: true } }), '2026-01-07T12:00Z', 'never'],
      [
        'an unreadable range in a day that is off',
        schedule({ ...office.weeklySchedule, sunday: { isEnabled: false, hours: [{ start: '25:00 PM', end: '' }] } }),
        '2026-01-07T12:00Z',
        'now until 2026-01-07T16:30',
      ],
      [
        'a whole week of nights',
        schedule(Object.fromEntries(weekDays.map((day) => [day, hours(['12:00 PM', '11:59 AM'])]))),
        '2026-01-07T12:00Z',
        'now until 2026-01-08T10:59',
      ],
    ])('reads %s', (_what, subject, now, expected) => {
      expect(at(subject, now)).toBe(expected)
    })
  })

  it('is always without a schedule, with a disabled one, and with one that covers the week', () => {
    expect(at(undefined, '2026-01-07T12:00Z')).toBe('always')
    expect(at({ ...office, isEnabled: false }, '2026-01-07T12:00Z')).toBe('always')
    expect(at({ isEnabled: true }, '2026-01-07T12:00Z')).toBe('always')
    expect(at(schedule(Object.fromEntries(weekDays.map((day) => [day, wholeDay]))), '2026-01-07T12:00Z')).toBe('always')
  })

  it('is never if the week has no hours', () => {
    expect(at(schedule({}), '2026-01-07T12:00Z')).toBe('never')
    expect(
      at(
        schedule({ monday: { isEnabled: false, hours: [{ start: '09:00 AM', end: '10:00 AM' }] } }),
        '2026-01-07T12:00Z',
      ),
    ).toBe('never')
    expect(at(schedule({ monday: hours(['09:00 AM', '09:00 AM']) }), '2026-01-07T12:00Z')).toBe('never')
  })

  it('is unknown if some hours are unreadable', () => {
    expect(
      at(schedule({ ...office.weeklySchedule, sunday: hours(['25:00 PM', '10:00 PM']) }), '2026-01-07T12:00Z'),
    ).toBe('unknown')
  })

  it('rejects an unknown time zone', () => {
    expect(() => nextDelivery(office, 'Middle/Earth', 0)).toThrow(RangeError)
  })

  it('agrees with a check of the wall clock every 15 minutes', () => {
    const quarter = 15 * 60_000
    const clockText = (quarters: number) => {
      const hour = Math.floor(quarters / 4)
      const minute = String((quarters % 4) * 15).padStart(2, '0')
      return `${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`
    }
    const range = fc.tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 0, max: 95 }))
    const week = fc.array(fc.array(range, { maxLength: 2 }), { minLength: 7, maxLength: 7 })
    const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC')
    // The weeks around the changes of the clocks in 2026, on both hemispheres.
    const now = fc
      .tuple(
        fc.constantFrom('2026-03-06', '2026-03-27', '2026-04-03', '2026-10-02', '2026-10-23', '2026-10-30'),
        fc.nat(600),
      )
      .map(([date, quarters]) => Date.parse(`${date}T00:00Z`) + quarters * quarter)

    fc.assert(
      fc.property(week, zone, now, (ranges, timeZone, start) => {
        const format = new Intl.DateTimeFormat('en-GB', {
          timeZone,
          weekday: 'long',
          hour: '2-digit',
          minute: '2-digit',
        })
        const isOpen = (instant: number) => {
          const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
          const day = weekDays.findIndex((name) => name === part.weekday?.toLowerCase())
          const minutes = (Number(part.hour) % 24) * 60 + Number(part.minute)
          const own = (ranges[day] ?? []).some(([from, to]) => minutes >= from * 15 && (to < from || minutes < to * 15))
          const before = (ranges[(day + 6) % 7] ?? []).some(([from, to]) => to < from && minutes < to * 15)
          return own || before
        }
        const limit = start + 15 * 24 * 60 * 60_000
        let change: number | undefined
        for (let instant = start + quarter; instant < limit && change === undefined; instant += quarter)
          if (isOpen(instant) !== isOpen(start)) change = instant

        const subject = schedule(
          Object.fromEntries(
            weekDays.map((day, index) => [
              day,
              hours(...(ranges[index] ?? []).map(([from, to]): [string, string] => [clockText(from), clockText(to)])),
            ]),
          ),
        )
        const expected = (): Delivery => {
          if (change === undefined) return { kind: isOpen(start) ? 'always' : 'never' }
          return isOpen(start) ? { kind: 'now', until: change } : { kind: 'later', from: change }
        }
        expect(nextDelivery(subject, timeZone, start)).toEqual(expected())
      }),
      { numRuns: 60 },
    )
  })

  it('agrees with a check of the wall clock every minute, in the nights in which the clocks change', () => {
    const minute = 60_000
    const clockText = (minutes: number) =>
      `${Math.floor(minutes / 60) % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${minutes < 720 ? 'AM' : 'PM'}`
    // The night of each change, in UTC.
    const changes = [
      ['Europe/Berlin', '2026-03-29T01:00Z'],
      ['Europe/Berlin', '2026-10-25T01:00Z'],
      ['America/St_Johns', '2026-03-08T05:30Z'],
      ['America/St_Johns', '2026-11-01T04:30Z'],
      ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
      ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
      ['Africa/Cairo', '2026-04-23T22:00Z'],
      ['Asia/Kolkata', '2026-03-29T01:00Z'],
    ] as const
    const early = fc.integer({ min: 0, max: 5 * 60 })
    const range = fc.tuple(
      fc.oneof(early, fc.integer({ min: 0, max: 1438 })),
      fc.oneof(early, fc.integer({ min: 0, max: 1438 })),
    )

    fc.assert(
      fc.property(
        fc.constantFrom(...changes),
        fc.array(range, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: -240, max: 240 }),
        ([zone, change], ranges, offset) => {
          const start = Date.parse(change) + offset * minute
          const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
          const isOpen = (instant: number) => {
            const part = Object.fromEntries(
              format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
            )
            const minutes = ((part.hour ?? 0) % 24) * 60 + (part.minute ?? 0)
            // The same hours each day, so that ranges from the day before are included.
            return ranges.some(([from, to]) =>
              to < from ? minutes >= from || minutes < to : minutes >= from && minutes < to,
            )
          }
          let turn: number | undefined
          for (
            let instant = start + minute;
            instant < start + 26 * 60 * minute && turn === undefined;
            instant += minute
          )
            if (isOpen(instant) !== isOpen(start)) turn = instant
          // A range and its complement may cover a day. Then there is no change to check.
          fc.pre(turn !== undefined)

          const day = hours(...ranges.map(([from, to]): [string, string] => [clockText(from), clockText(to)]))
          const delivery = nextDelivery(schedule(Object.fromEntries(weekDays.map((name) => [name, day]))), zone, start)
          expect(delivery).toEqual(isOpen(start) ? { kind: 'now', until: turn } : { kind: 'later', from: turn })
        },
      ),
      { numRuns: 60 },
    )
  })
})
