import type { DaySchedule, TimeRange } from '../contract/preferences.ts'
import { fullDay, lastMinute, parseClockTime, type Minutes } from './clockTime.ts'

/** A range of hours of one day, read. */
export interface HoursRange {
  kind: 'range'
  start: Minutes
  /** Not included. 1440 is midnight. Where `nextDay`, it is a time of the following day. */
  end: Minutes
  nextDay: boolean
}

/** A range whose text is no time. It is shown as it is and delivers nothing that we could foretell. */
export interface UnreadableRange {
  kind: 'unreadable'
  text: TimeRange
}

/** Reads one range of a day as its text has it. */
export const readRange = (text: TimeRange): HoursRange | UnreadableRange => {
  const start = parseClockTime(text.start)
  const end = parseClockTime(text.end)
  if (start === undefined || end === undefined) return { kind: 'unreadable', text }
  // 12-hour text can't say 24:00, so that a whole day is written as "12:00 AM" to "11:59 PM".
  if (end === lastMinute) return { kind: 'range', start, end: fullDay, nextDay: false }
  return { kind: 'range', start, end, nextDay: end < start }
}

const byStart = (a: HoursRange | UnreadableRange, b: HoursRange | UnreadableRange) =>
  (a.kind === 'range' ? a.start : fullDay) - (b.kind === 'range' ? b.start : fullDay)

/**
 * The ranges of one day of a schedule (2.9, DaySchedule), by their start; unreadable ones come last. A day that is
 * missing, switched off, or has no hours delivers nothing.
 */
export const readDay = (day: DaySchedule | undefined): (HoursRange | UnreadableRange)[] =>
  day?.isEnabled ? (day.hours ?? []).map(readRange).sort(byStart) : []
