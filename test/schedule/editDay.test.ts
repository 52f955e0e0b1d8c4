import { describe, expect, it } from 'vitest'
import { findRangeProblems, freeRange, removeRange, replaceRange, switchDay } from '../../src/schedule/editDay.ts'

const day = (...hours: [string, string][]) => ({
  isEnabled: true,
  hours: hours.map(([start, end]) => ({ start, end })),
})
const asText = ({ start, end }: { start: string; end: string }) => `${start} - ${end}`

describe('switchDay', () => {
  it('adds hours to a day without any, and preserves those of other days', () => {
    const office = day(['09:00 AM', '05:00 PM'])
    expect(switchDay(undefined, true)).toEqual(office)
    expect(switchDay({ isEnabled: false }, true)).toEqual(office)
    expect(switchDay({ isEnabled: false, hours: [] }, true)).toEqual(office)
    const night = day(['10:00 PM', '06:00 AM'])
    expect(switchDay(switchDay(night, false), true)).toEqual(night)
    expect(switchDay(night, false)).toEqual({ ...night, isEnabled: false })
  })
})

describe('replaceRange and removeRange', () => {
  const odd = day(['9:5 pm', '10 PM'], ['25:00 PM', 'late'], ['01:00 AM', '02:00 AM'])
  it('preserve the text of the other ranges', () => {
    expect(replaceRange(odd, 2, { start: '03:00 AM', end: '04:00 AM' }).hours?.map(asText)).toEqual([
      '9:5 pm - 10 PM',
      '25:00 PM - late',
      '03:00 AM - 04:00 AM',
    ])
    expect(removeRange(odd, 1)).toEqual(day(['9:5 pm', '10 PM'], ['01:00 AM', '02:00 AM']))
  })
  it('disable a day without ranges', () => {
    expect(removeRange(day(['09:00 AM', '05:00 PM']), 0)).toEqual({ isEnabled: false, hours: [] })
  })
  it('find nothing in a day without hours', () => {
    expect(replaceRange({ isEnabled: true }, 0, { start: '03:00 AM', end: '04:00 AM' }).hours).toBeUndefined()
    expect(removeRange({ isEnabled: true }, 0)).toEqual({ isEnabled: false, hours: [] })
  })
})

describe('freeRange', () => {
  it.each([
    ['an empty day', day(), '09:00 AM - 05:00 PM'],
    ['a day without hours', { isEnabled: true }, '09:00 AM - 05:00 PM'],
    ['a morning', day(['09:00 AM', '12:00 PM']), '01:00 PM - 03:00 PM'],
    ['an afternoon and a morning', day(['02:00 PM', '03:00 PM'], ['09:00 AM', '12:00 PM']), '04:00 PM - 06:00 PM'],
    ['a late evening', day(['05:00 PM', '10:30 PM']), '11:30 PM - 11:59 PM'],
    ['an evening until an hour before midnight', day(['05:00 PM', '11:00 PM']), '02:00 PM - 04:00 PM'],
    ['an evening until midnight', day(['05:00 PM', '11:59 PM']), '02:00 PM - 04:00 PM'],
    ['such an evening and a morning', day(['05:00 PM', '11:59 PM'], ['09:00 AM', '12:00 PM']), '06:00 AM - 08:00 AM'],
    ['a day that begins at two', day(['02:00 AM', '11:59 PM']), '12:00 AM - 01:00 AM'],
    ['a night', day(['10:00 PM', '06:00 AM']), '07:00 PM - 09:00 PM'],
    ['text that is no time', day(['noonish', 'late']), '09:00 AM - 05:00 PM'],
  ])('finds room next to %s', (_what, hours, expected) => {
    const range = freeRange(hours)
    expect(range && asText(range)).toBe(expected)
  })
  it.each(['12:00 AM', '01:00 AM'])('finds none in a day from %s to midnight', (start) => {
    expect(freeRange(day([start, '11:59 PM']))).toBeUndefined()
  })
})

describe('findRangeProblems', () => {
  it.each([
    ['a range without hours', day(['09:00 AM', '09:00 AM']), ['empty']],
    [
      'ranges that overlap',
      day(['09:00 AM', '12:00 PM'], ['11:00 AM', '01:00 PM'], ['02:00 PM', '03:00 PM']),
      ['overlap', 'overlap', undefined],
    ],
    ['a night and an evening in it', day(['10:00 PM', '06:00 AM'], ['11:00 PM', '11:59 PM']), ['overlap', 'overlap']],
    ['ranges that touch', day(['09:00 AM', '12:00 PM'], ['12:00 PM', '01:00 PM']), [undefined, undefined]],
    [
      'a night and the morning of the same day',
      day(['10:00 PM', '06:00 AM'], ['01:00 AM', '02:00 AM']),
      [undefined, undefined],
    ],
    ['text that is no time', day(['25:00 PM', 'late'], ['09:00 AM', '10:00 AM']), [undefined, undefined]],
    ['no hours', { isEnabled: true }, []],
    ['no day', undefined, []],
  ])('checks %s', (_what, hours, expected) => {
    expect(findRangeProblems(hours)).toEqual(expected)
  })
})
