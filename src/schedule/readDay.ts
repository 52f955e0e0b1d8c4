import type { DaySchedule, TimeRange } from '../contract/preferences.ts'
import { fullDay, lastMinute, parseClockTime, type Minutes } from './clockTime.ts'

/** A parsed range of hours. */
export interface HoursRange {
  kind: 'range'
  start: Minutes
  /** Exclusive. 1440 is midnight. With `nextDay`, it is a time of the next day. */
  end: Minutes
  nextDay: boolean
}

/** A range with text that is no time. It is shown unchanged, and its delivery hours are unknown. */
export interface UnreadableRange {
  kind: 'unreadable'
  text: TimeRange
}

export const readRange = (text: TimeRange): HoursRange | UnreadableRange => {
  const start = parseClockTime(text.start)
  const end = parseClockTime(text.end)
  if (start === undefined || end === undefined) return { kind: 'unreadable', text }
  // 12-hour text can't express 24:00: a whole day is "12:00 AM" to "11:59 PM".
  if (end === lastMinute) return { kind: 'range', start, end: fullDay, nextDay: false }
  return { kind: 'range', start, end, nextDay: end < start }
}

const byStart = (a: HoursRange | UnreadableRange, b: HoursRange | UnreadableRange) =>
  (a.kind === 'range' ? a.start : fullDay) - (b.kind === 'range' ? b.start : fullDay)

/**
 * Parses the ranges of a day, ordered by start, with unreadable ones last. A day that is missing, disabled or without
 * hours has no ranges: it delivers nothing.
 */
export const readDay = (day: DaySchedule | undefined): (HoursRange | UnreadableRange)[] =>
  day?.isEnabled ? (day.hours ?? []).map(readRange).sort(byStart) : []
