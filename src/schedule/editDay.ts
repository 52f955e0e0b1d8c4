import type { DaySchedule, TimeRange } from '../contract/preferences.ts'
import { fullDay, writeClockTime, type Minutes } from './clockTime.ts'
import { readRange } from './readDay.ts'

/** For a day that is enabled without any hours. */
const workingHours: TimeRange = { start: '09:00 AM', end: '05:00 PM' }

const hour = 60

/** For the wire. */
export const writeRange = (start: Minutes, end: Minutes): TimeRange => ({
  start: writeClockTime(start),
  end: writeClockTime(end),
})

/** Preserves the hours of the day. A day without hours gets working hours. */
export const switchDay = (day: DaySchedule | undefined, isEnabled: boolean): DaySchedule =>
  isEnabled && !day?.hours?.length ? { ...day, isEnabled, hours: [workingHours] } : { ...day, isEnabled }

/** By its index in `hours`. The text of all others is preserved, readable or not. */
export const replaceRange = (day: DaySchedule, index: number, range: TimeRange): DaySchedule => ({
  ...day,
  hours: day.hours?.map((each, other) => (other === index ? range : each)),
})

/** A day without ranges is disabled: an enabled day without hours looks as if it delivered, but does not. */
export const removeRange = (day: DaySchedule, index: number): DaySchedule => {
  const hours = (day.hours ?? []).filter((_, other) => other !== index)
  return { ...day, isEnabled: day.isEnabled && hours.length > 0, hours }
}

/**
 * An hour after the last range, or else an hour before the first one.
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

export type RangeProblem =
  /** It ends at its start, so it would deliver nothing. It can't be saved. */
  | 'empty'
  /** It overlaps another range, which is harmless. */
  | 'overlap'

/** In the order of `hours`. */
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
      (other, place) => other !== undefined && place !== index && other.start < span.end && span.start < other.end,
    )
    return isShared ? 'overlap' : undefined
  })
}
