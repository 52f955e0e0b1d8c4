import type { DaySchedule, TimeRange } from '../contract/preferences.ts'
import { fullDay, writeClockTime, type Minutes } from './clockTime.ts'
import { readRange } from './readDay.ts'

/** What a day gets that is switched on without hours of its own. */
const workingHours: TimeRange = { start: '09:00 AM', end: '05:00 PM' }

const hour = 60

/** A range as the wire has it. */
export const writeRange = (start: Minutes, end: Minutes): TimeRange => ({
  start: writeClockTime(start),
  end: writeClockTime(end),
})

/** Switches a day on or off. Its hours stay; one that has none is given working hours. */
export const switchDay = (day: DaySchedule | undefined, isEnabled: boolean): DaySchedule =>
  isEnabled && !day?.hours?.length ? { ...day, isEnabled, hours: [workingHours] } : { ...day, isEnabled }

/** Replaces the range at a place of `hours`. All others keep their text, read or unreadable. */
export const replaceRange = (day: DaySchedule, index: number, range: TimeRange): DaySchedule => ({
  ...day,
  hours: day.hours?.map((each, place) => (place === index ? range : each)),
})

/** Takes a range away. A day that has none left is switched off: on without hours would only look as if it delivered. */
export const removeRange = (day: DaySchedule, index: number): DaySchedule => {
  const hours = (day.hours ?? []).filter((_, place) => place !== index)
  return { ...day, isEnabled: day.isEnabled && hours.length > 0, hours }
}

/**
 * Where a further range fits: an hour after the last one, else before the first one.
 * @returns undefined when there is no room.
 */
export const freeRange = (day: DaySchedule): TimeRange | undefined => {
  const ranges = (day.hours ?? []).map(readRange).filter((range) => range.kind === 'range')
  if (ranges.length === 0) return workingHours
  const last = Math.max(...ranges.map(({ end, nextDay }) => (nextDay ? fullDay : end)))
  if (last + hour < fullDay) return writeRange(last + hour, Math.min(last + 3 * hour, fullDay))
  const first = Math.min(...ranges.map(({ start }) => start))
  return first >= 2 * hour ? writeRange(Math.max(0, first - 3 * hour), first - hour) : undefined
}

/** What is wrong with a range of a day. */
export type RangeProblem =
  /** It ends where it starts: it would deliver nothing. It can't be saved. */
  | 'empty'
  /** It shares hours with another one. It does no harm. */
  | 'overlap'

/** What is wrong with each range of a day, in the order of `hours`. */
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
