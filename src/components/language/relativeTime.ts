const minute = 60_000
const hour = 60 * minute

/** From this age on, a date shows instead of a distance, in days. */
const daysShownAsDistance = 7

/** Makes one format per locale. Creating an `Intl` format takes about a hundred times longer than using it. */
export const memoizeByLocale = <Format>(make: (locale: string | undefined) => Format) => {
  const made = new Map<string | undefined, Format>()
  return (locale: string | undefined): Format => {
    const known = made.get(locale)
    if (known !== undefined) return known
    const format = make(locale)
    made.set(locale, format)
    return format
  }
}

/** "12m", "3h", "2d": the shortest form of a distance. */
const narrow = (unit: 'minute' | 'hour' | 'day') =>
  memoizeByLocale((locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }))
const narrowMinutes = narrow('minute')
const narrowHours = narrow('hour')
const narrowDays = narrow('day')
const distance = memoizeByLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
const clock = memoizeByLocale((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }))
const dayAndMonth = memoizeByLocale((locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }))
const fullDate = memoizeByLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
const weekday = memoizeByLocale((locale) => new Intl.DateTimeFormat(locale, { weekday: 'long' }))
const month = memoizeByLocale((locale) => new Intl.DateTimeFormat(locale, { month: 'long' }))
const monthAndYear = memoizeByLocale((locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }))
const wholeDate = memoizeByLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }))
const fullMoment = memoizeByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }),
)

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

/** The days since a time of another day. A time of the last 24 hours is at least a day old here. */
const daysSince = (time: number, now: number) => Math.max(1, calendarDays(new Date(time), new Date(now)))

/** A number that changes as soon as the texts of a time may change. NaN for an invalid time. */
export const ageOf = (time: number, now: number): number => {
  const age = now - time
  if (age < hour) return Math.max(0, Math.floor(age / minute))
  if (age < 24 * hour) return hour + Math.floor(age / hour)
  return 24 * hour + daysSince(time, now)
}

/**
 * Formats a time for a row.
 * @param time and `now` are in milliseconds since 1970. A time after `now`, from a clock that is ahead, is "now".
 * @param locale BCP 47. Default: the browser's.
 */
export const formatShortTime = (time: number, now: number, format: TimeFormat, locale?: string): string => {
  if (format !== 'age') return (format === 'clock' ? clock : dayAndMonth)(locale).format(time)
  const age = now - time
  if (age < minute) {
    const words = distance(locale).format(0, 'second')
    // A text that gets shorter would wrap the title anew: French has "maintenant" before "1min".
    return words.length > narrowMinutes(locale).format(59).length ? narrowMinutes(locale).format(1) : words
  }
  if (age < hour) return narrowMinutes(locale).format(Math.floor(age / minute))
  if (age < 24 * hour) return narrowHours(locale).format(Math.floor(age / hour))
  const days = daysSince(time, now)
  if (days < daysShownAsDistance) return narrowDays(locale).format(days)
  return (isSameYear(new Date(time), new Date(now)) ? dayAndMonth : fullDate)(locale).format(time)
}

/** Formats a time for a screen reader: "12 minutes ago", "yesterday"; from a week on the date. */
export const formatSpokenTime = (time: number, now: number, locale?: string): string => {
  const age = now - time
  if (age < minute) return distance(locale).format(0, 'second')
  if (age < hour) return distance(locale).format(-Math.floor(age / minute), 'minute')
  if (age < 24 * hour) return distance(locale).format(-Math.floor(age / hour), 'hour')
  const days = daysSince(time, now)
  return days < daysShownAsDistance ? distance(locale).format(-days, 'day') : wholeDate(locale).format(time)
}

/** The start of the day of a time, in this machine's time zone. Both are in milliseconds since 1970. */
export const calendarDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0)

/** The start of a day some days later. Daylight saving time makes some days longer or shorter than 24 hours. */
export const addDays = (day: number, days: number): number => {
  const then = new Date(day)
  return then.setDate(then.getDate() + days)
}

/** Capitalizes a text of `Intl`, which is meant for the middle of a sentence. */
const capitalize = (text: string, locale: string | undefined): string => {
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
 * The period of a day.
 * @param day and `today` are starts of days: see calendarDay.
 * @param locale BCP 47. Default: the browser's.
 */
export const periodOf = (day: number, today: number, locale?: string): Period => {
  const then = new Date(day)
  const days = Math.max(0, calendarDays(then, new Date(today)))
  const period = (start: number, end: number, words: string, timeFormat: TimeFormat): Period => ({
    start,
    end,
    label: capitalize(words, locale),
    timeFormat,
  })
  if (days === 0) return period(today, Infinity, distance(locale).format(0, 'day'), 'age')
  if (days < daysShownAsDistance)
    return period(
      day,
      addDays(day, 1),
      days === 1 ? distance(locale).format(-1, 'day') : weekday(locale).format(then),
      'clock',
    )
  const lastWeek = addDays(today, 1 - 2 * daysShownAsDistance)
  if (day >= lastWeek)
    return period(lastWeek, addDays(today, 1 - daysShownAsDistance), distance(locale).format(-1, 'week'), 'date')
  const [year, index] = [then.getFullYear(), then.getMonth()]
  return period(
    new Date(year, index).getTime(),
    Math.min(new Date(year, index + 1).getTime(), lastWeek),
    (isSameYear(then, new Date(today)) ? month : monthAndYear)(locale).format(then),
    'date',
  )
}

/** Formats the full date and time, for the tooltip of the short form. */
export const formatFullTime = (time: number, locale?: string): string => fullMoment(locale).format(time)
