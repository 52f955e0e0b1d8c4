import { describe, expect, it } from 'vitest'
import { fromWallTime, snoozeTimes, toWallTime } from '../../src/schedule/snoozeTimes.ts'

/** The choices by kind, as instants in UTC. */
const times = (now: string, timeZone: string) =>
  Object.fromEntries(
    snoozeTimes(Date.parse(now), timeZone).map(({ kind, until }) => [kind, new Date(until).toISOString()]),
  )

describe('the usual times to snooze until', () => {
  it.each([
    // On an ordinary Tuesday.
    ['Europe/Stockholm', '2026-05-12T10:20:30.400Z', '2026-05-13T07:00', '2026-05-18T07:00'],
    ['America/New_York', '2026-05-12T10:20:30.400Z', '2026-05-13T13:00', '2026-05-18T13:00'],
    ['Asia/Kolkata', '2026-05-12T10:20:30.400Z', '2026-05-13T03:30', '2026-05-18T03:30'],
    ['Pacific/Chatham', '2026-05-12T10:20:30.400Z', '2026-05-12T20:15', '2026-05-17T20:15'],
    ['America/Sao_Paulo', '2026-05-12T10:20:30.400Z', '2026-05-13T12:00', '2026-05-18T12:00'],
    ['UTC', '2026-05-12T10:20:30.400Z', '2026-05-13T09:00', '2026-05-18T09:00'],
    // On a Monday, the next one is a week away.
    ['Europe/Stockholm', '2026-05-11T05:00:00.000Z', '2026-05-12T07:00', '2026-05-18T07:00'],
    // The reader's date is not that of UTC: it is already Tuesday, or still Monday.
    ['Pacific/Chatham', '2026-05-11T20:00:00.000Z', '2026-05-12T20:15', '2026-05-17T20:15'],
    ['America/New_York', '2026-05-12T03:00:00.000Z', '2026-05-12T13:00', '2026-05-18T13:00'],
    // The clocks go forward in the next night, and back in another year's.
    ['Europe/Stockholm', '2026-03-28T12:00:00.000Z', '2026-03-29T07:00', '2026-03-30T07:00'],
    ['Europe/Stockholm', '2026-10-24T12:00:00.000Z', '2026-10-25T08:00', '2026-10-26T08:00'],
    ['America/New_York', '2026-03-07T12:00:00.000Z', '2026-03-08T13:00', '2026-03-09T13:00'],
    ['America/New_York', '2026-10-31T12:00:00.000Z', '2026-11-01T14:00', '2026-11-02T14:00'],
    ['Pacific/Chatham', '2026-04-04T00:00:00.000Z', '2026-04-04T20:15', '2026-04-05T20:15'],
    ['Pacific/Chatham', '2026-09-26T00:00:00.000Z', '2026-09-26T19:15', '2026-09-27T19:15'],
    // Brazil's last change: on 4 November 2018, midnight was skipped.
    ['America/Sao_Paulo', '2018-11-03T12:00:00.000Z', '2018-11-04T11:00', '2018-11-05T11:00'],
    // New Year.
    ['Europe/Stockholm', '2026-12-31T22:30:00.000Z', '2027-01-01T08:00', '2027-01-04T08:00'],
    ['Asia/Kolkata', '2026-12-31T20:00:00.000Z', '2027-01-02T03:30', '2027-01-04T03:30'],
    ['UTC', '2026-12-31T23:59:59.999Z', '2027-01-01T09:00', '2027-01-04T09:00'],
  ])('in %s at %s', (timeZone, now, tomorrow, monday) => {
    expect(times(now, timeZone)).toEqual({
      hours: new Date(Date.parse(now) + 3 * 3_600_000).toISOString(),
      tomorrow: `${tomorrow}:00.000Z`,
      monday: `${monday}:00.000Z`,
    })
  })

  it.each([
    ['Europe/Stockholm', '2026-05-10T10:00:00.000Z'],
    // It is Sunday there already, or still.
    ['Pacific/Chatham', '2026-05-09T12:00:00.000Z'],
    ['America/New_York', '2026-05-11T03:30:00.000Z'],
  ])('have no second Monday on a Sunday in %s', (timeZone, now) => {
    expect(Object.keys(times(now, timeZone))).toEqual(['hours', 'tomorrow'])
  })
})

describe('a wall time', () => {
  it.each([
    ['Europe/Stockholm', '2026-05-12T09:30', '2026-05-12T07:30'],
    ['America/New_York', '2026-12-31T23:59', '2027-01-01T04:59'],
    ['Asia/Kolkata', '2026-05-12T00:00', '2026-05-11T18:30'],
    ['Pacific/Chatham', '2026-05-12T09:00', '2026-05-11T20:15'],
    ['America/Sao_Paulo', '2026-02-28T12:00', '2026-02-28T15:00'],
    ['UTC', '2028-02-29T09:00', '2028-02-29T09:00'],
  ])('in %s: %s', (timeZone, wallTime, instant) => {
    expect(new Date(fromWallTime(wallTime, timeZone)).toISOString()).toBe(`${instant}:00.000Z`)
    expect(toWallTime(Date.parse(`${instant}:59.999Z`), timeZone)).toBe(wallTime)
  })

  it('that is skipped is that of the change, and that occurs twice is the first', () => {
    expect(new Date(fromWallTime('2026-03-29T02:30', 'Europe/Stockholm')).toISOString()).toBe(
      '2026-03-29T01:00:00.000Z',
    )
    expect(new Date(fromWallTime('2026-10-25T02:30', 'Europe/Stockholm')).toISOString()).toBe(
      '2026-10-25T00:30:00.000Z',
    )
  })

  it('that is empty is none', () => {
    expect(fromWallTime('', 'UTC')).toBeNaN()
  })
})
