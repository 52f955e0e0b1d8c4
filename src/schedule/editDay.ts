import type { DaySchedule, TimeRange } from '../contract/preferences.ts'
import { fullDay, writeClockTime, type Minutes } from './clockTime.ts'
import { readRange } from './readDay.ts'

/** The hours of a day that is enabled without any. */
const workingHours: TimeRange = { start: '09:00 AM', end: '05:00 PM' }

const hour = 60

export const writeRange = (start: Minutes, end: Minutes): TimeRange => ({
  start: writeClockTime(start),
  end: writeClockTime(end),
})

/** Enables or disables a day, and preserves its hours. A day without hours gets working hours. */
export const switchDay = (day: DaySchedule | undefined, isEnabled: boolean): DaySchedule =>
  isEnabled && !day?.hours?.length ? { ...day, isEnabled, hours: [workingHours] } : { ...day, isEnabled }

/** Replaces the range at an index of `hours`. The text of all others is preserved, readable or not. */
export const replaceRange = (day: DaySchedule, index: number, range: TimeRange): DaySchedule => ({
  ...day,
  hours: day.hours?.map((each, other) => (other === index ? range : each)),
})

/** A day without ranges is disabled: an enabled day without hours looks as if it delivered, but does not. */
export const removeRange = (day: DaySchedule, index: number): DaySchedule => {
  const hours = day.hours?.filter((_, other) => other !== index) ?? []
  return { ...day, isEnabled: day.isEnabled && hours.length > 0, hours }
}

/**
 * Finds the time for another range: an hour after the last one, or else an hour before the first one.
 * @returns undefined if there is no room.
 */
export const freeRange = (day: DaySchedule): TimeRange | undefined => {
  const ranges = (day.hours ?? []).map(readRange).filter((range) => range.kind === 'range')
  if (ranges.length === 0) return workingHours
  const last = Math.max(...ranges.map(({ end, nextDay }) => (nextDay ? fullDay : end)))
  if (last + hour < fullDay) return writeRange(last + hour, Math.min(last + 3 * hour, fullDay))
  const first = Math.min(...ranges.map(({ start }) => start))
  return first >= 2 * hour ? writeRange(Math.max(0, first - 3 * hour), first - hour) : undefined
}

/** A problem with a range of a day. */
export type RangeProblem =
  /** It ends at its start, so it would deliver nothing. It can't be saved. */
  | 'empty'
  /** It overlaps another range, which is harmless. */
  | 'overlap'

/** Finds the problem of each range of a day, in the order of `hours`. */
export const findRangeProblems = (day: DaySchedule | undefined): (RangeProblem | undefined)[] => {
  const spans = (day?.hours ?? []).map((text) => {
    const range = readRange(text)
    if (range.kind === 'unreadable') return undefined
    return { start: range.start, end: range.nextDay ? range.end + fullDay : range.end }
  })
  return spans.map((span, index) => {
    if (span === undefined) return undefined
    if (span.start === span.end) return 'empty'
    const isShared = spans.some(
      (other, otherIndex) =>
        other !== undefined && otherIndex !== index && other.start < span.end && span.start < other.end,
    )
    return isShared ? 'overlap' : undefined
  })
}
