import { memoizeByKey } from '../../state/model/memoizeByKey.ts'

const minute = 60_000
const hour = 60 * minute

type Unit = 'second' | 'minute' | 'hour' | 'day'

/** From this age on, a date shows instead of a distance, in days. */
const daysShownAsDistance = 7

// Creating a format takes about a hundred times longer than using it. Each is created once.

/** Formats of numbers of units by locale and unit. Makes only the formats that show. */
export const unitFormats = (unitDisplay: 'narrow' | 'long') =>
  memoizeByKey((locale: string) =>
    memoizeByKey((unit: Unit) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay })),
  )
/** "12m", "3h", "2d": the shortest form of a distance. */
const narrow = unitFormats('narrow')
/** "in 3 hours", "tomorrow". */
export const distance = memoizeByKey((locale: string) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
/** Date formats by locale. Each is made once. */
export const dateFormats = (options: Intl.DateTimeFormatOptions) =>
  memoizeByKey((locale: string) => new Intl.DateTimeFormat(locale, options))
const clock = dateFormats({ timeStyle: 'short' })
const dayAndMonth = dateFormats({ day: 'numeric', month: 'short' })
const fullDate = dateFormats({ dateStyle: 'medium' })
const weekday = dateFormats({ weekday: 'long' })
const month = dateFormats({ month: 'long' })
const monthAndYear = dateFormats({ month: 'long', year: 'numeric' })
const fullMoment = dateFormats({ dateStyle: 'full', timeStyle: 'short' })

/** Calendar days between two times, in this machine's time zone. "Yesterday" is 1, even if it was minutes ago. */
const calendarDays = (from: Date, to: Date): number => {
  const date = (moment: Date) => Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate())
  return Math.round((date(to) - date(from)) / (24 * hour))
}

/**
 * How a time shows: "age" is the time since then ("12m", "3h", "2d", from a week on the date), "clock" the time of day
 * ("16:12"), "date" the day ("May 13").
 */
export type TimeFormat = 'age' | 'clock' | 'date'

const isSameYear = (one: Date, other: Date) => one.getFullYear() === other.getFullYear()

/** An age as a number of units. A time after `now`, from a clock that is ahead, is 0 seconds ago. */
const measure = (time: number, now: number): [count: number, unit: Unit] => {
  const age = now - time
  if (age < minute) return [0, 'second']
  if (age < hour) return [Math.floor(age / minute), 'minute']
  if (age < 24 * hour) return [Math.floor(age / hour), 'hour']
  return [Math.max(1, calendarDays(new Date(time), new Date(now))), 'day']
}

/** Changes as soon as the texts of a time may change. */
export const ageOf = (time: number, now: number): string => measure(time, now).join()

/**
 * @param time and `now` are in milliseconds since 1970.
 * @param locale BCP 47.
 */
export const formatShortTime = (time: number, now: number, format: TimeFormat, locale: string): string => {
  if (format !== 'age') return (format === 'clock' ? clock : dayAndMonth)(locale).format(time)
  const [count, unit] = measure(time, now)
  if (unit === 'second') {
    const words = distance(locale).format(0, 'second')
    const minutes = narrow(locale)('minute')
    // A text that gets shorter would wrap the title anew: French has "maintenant" before "1min".
    return words.length > minutes.format(59).length ? minutes.format(1) : words
  }
  if (unit !== 'day' || count < daysShownAsDistance) return narrow(locale)(unit).format(count)
  return (isSameYear(new Date(time), new Date(now)) ? dayAndMonth : fullDate)(locale).format(time)
}

/** Formats a time for a screen reader: "12 minutes ago", "yesterday"; from a week on the date. */
export const formatSpokenTime = (time: number, now: number, locale: string): string => {
  const [count, unit] = measure(time, now)
  return unit !== 'day' || count < daysShownAsDistance
    ? distance(locale).format(-count, unit)
    : fullDate(locale).format(time)
}

/** Makes the formats of recent times. */
export const prepareFormats = (locale: string): void => {
  formatSpokenTime(0, minute, locale)
  formatShortTime(0, minute, 'age', locale)
}

/** The start of the day of a time, in this machine's time zone. Both are in milliseconds since 1970. */
export const calendarDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0)

/** The start of a day some days later. Daylight saving time makes some days longer or shorter than 24 hours. */
export const addDays = (day: number, days: number): number => {
  const then = new Date(day)
  return then.setDate(then.getDate() + days)
}

/** Capitalizes a text of `Intl`, which is meant for the middle of a sentence. */
export const capitalize = (text: string, locale: string): string => {
  const [first = ''] = text
  return first.toLocaleUpperCase(locale) + text.slice(first.length)
}

/** A part of the calendar with a heading of its own. Times are in milliseconds since 1970. */
export interface Period {
  /** The start of its first day. */
  start: number
  /** The start of the day after it. Infinity for today, which includes the times of clocks that are ahead. */
  end: number
  /** "Today", "Yesterday", "Monday"; from a week on "Last week", then "May" or "May 2025". */
  label: string
  /** How the times below its heading show: with what the heading leaves open. */
  timeFormat: TimeFormat
}

/**
 * @param day and `today` are starts of days: see calendarDay.
 * @param locale BCP 47.
 */
export const periodOf = (day: number, today: number, locale: string): Period => {
  const then = new Date(day)
  const days = Math.max(0, calendarDays(then, new Date(today)))
  const lastWeek = addDays(today, 1 - 2 * daysShownAsDistance)
  const period = (start: number, end: number, words: string, timeFormat: TimeFormat): Period => ({
    start,
    end,
    label: capitalize(words, locale),
    timeFormat,
  })
  if (days === 0) return period(today, Infinity, distance(locale).format(0, 'day'), 'age')
  if (days < daysShownAsDistance) {
    const words = days === 1 ? distance(locale).format(-1, 'day') : weekday(locale).format(then)
    return period(day, addDays(day, 1), words, 'clock')
  }
  if (day >= lastWeek)
    return period(lastWeek, addDays(today, 1 - daysShownAsDistance), distance(locale).format(-1, 'week'), 'date')
  const startOfMonth = (offset: number) => new Date(then.getFullYear(), then.getMonth() + offset).getTime()
  const words = (isSameYear(then, new Date(today)) ? month : monthAndYear)(locale).format(then)
  return period(startOfMonth(0), Math.min(startOfMonth(1), lastWeek), words, 'date')
}

/** Formats the full date and time, for the tooltip of the short form. */
export const formatFullTime = (time: number, locale: string): string => fullMoment(locale).format(time)
