import { describe, expect, it } from 'vitest'
import { readDay } from '../../src/schedule/readDay.ts'

const day = (...hours: [string, string][]) => ({
  isEnabled: true,
  hours: hours.map(([start, end]) => ({ start, end })),
})

describe('readDay', () => {
  it('orders ranges by their start', () => {
    expect(readDay(day(['01:00 PM', '05:00 PM'], ['09:00 AM', '12:00 PM']))).toEqual([
      { kind: 'range', start: 540, end: 720, nextDay: false },
      { kind: 'range', start: 780, end: 1020, nextDay: false },
    ])
  })

  it('ends a range on the next day if its end is before its start', () => {
    expect(readDay(day(['10:00 PM', '06:00 AM']))).toEqual([{ kind: 'range', start: 1320, end: 360, nextDay: true }])
    expect(readDay(day(['10:00 PM', '12:00 AM']))).toEqual([{ kind: 'range', start: 1320, end: 0, nextDay: true }])
  })

  it('treats the last minute of a day as midnight', () => {
    expect(readDay(day(['12:00 AM', '11:59 PM']))).toEqual([{ kind: 'range', start: 0, end: 1440, nextDay: false }])
  })

  it('returns the text of an unreadable range, after the others', () => {
    expect(readDay(day(['25:00 PM', 'late'], ['09:00 AM', '10:00 AM']))).toEqual([
      { kind: 'range', start: 540, end: 600, nextDay: false },
      { kind: 'unreadable', text: { start: '25:00 PM', end: 'late' } },
    ])
  })

  it('returns no ranges for a day that is missing, disabled or empty', () => {
    expect(readDay(undefined)).toEqual([])
    expect(readDay({ ...day(['09:00 AM', '10:00 AM']), isEnabled: false })).toEqual([])
    expect(readDay({ isEnabled: true })).toEqual([])
  })
})
