import { describe, expect, it } from 'vitest'
import { parseClockTime, writeClockTime } from '../../src/schedule/clockTime.ts'

describe('parseClockTime', () => {
  it.each([
    ['09:00 AM', 540],
    ['05:30 PM', 1050],
    ['12:00 AM', 0],
    ['12:00 PM', 720],
    ['12:59 am', 59],
    ['11:59 PM', 1439],
    ['9:5 pm', 1265],
    ['9 AM', 540],
    ['9am', 540],
    ['  9:00   a.m. ', 540],
    ['09.30 PM', 1290],
  ])('parses %s', (text, minutes) => {
    expect(parseClockTime(text)).toBe(minutes)
  })

  it.each([
    '',
    '09:00',
    '17:30',
    '00:30 AM',
    '13:00 PM',
    '25:00 PM',
    '09:60 AM',
    '-9:00 AM',
    '9:00 XM',
    'noon',
    '9:00 AM PM',
  ])('rejects "%s"', (text) => {
    expect(parseClockTime(text)).toBeUndefined()
  })
})

describe('writeClockTime', () => {
  it.each([
    [0, '12:00 AM'],
    [9 * 60 + 5, '09:05 AM'],
    [12 * 60, '12:00 PM'],
    [17 * 60 + 30, '05:30 PM'],
    [24 * 60, '11:59 PM'],
  ])('formats %i minutes', (minutes, text) => {
    expect(writeClockTime(minutes)).toBe(text)
  })

  it('formats every minute of a day so that it parses to the same minute', () => {
    for (let minutes = 0; minutes < 24 * 60; minutes++) expect(parseClockTime(writeClockTime(minutes))).toBe(minutes)
  })
})
