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

const distance = memoizeByLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }))
const dayAndMonth = memoizeByLocale((locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }))
const fullDate = memoizeByLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
const wholeDistance = memoizeByLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
const weekday = memoizeByLocale((locale) => new Intl.DateTimeFormat(locale, { weekday: 'long' }))
const wholeDayAndMonth = memoizeByLocale((locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' }))
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
 * Formats an age: "now", "5 min. ago", "3 hr. ago", "yesterday"; from a week on the date.
 * @param time and `now` are in milliseconds since 1970. A time after `now`, from a clock that is ahead, is "now".
 * @param locale BCP 47. Default: the browser's.
 */
export const formatRelativeTime = (time: number, now: number, locale?: string): string => {
  const age = now - time
  if (age < minute) return distance(locale).format(0, 'second')
  if (age < hour) return distance(locale).format(-Math.floor(age / minute), 'minute')
  if (age < 24 * hour) return distance(locale).format(-Math.floor(age / hour), 'hour')
  const then = new Date(time)
  const today = new Date(now)
  const days = Math.max(1, calendarDays(then, today))
  if (days < daysShownAsDistance) return distance(locale).format(-days, 'day')
  return (then.getFullYear() === today.getFullYear() ? dayAndMonth : fullDate)(locale).format(then)
}

/** The start of the day of a time, in this machine's time zone. Both are in milliseconds since 1970. */
export const calendarDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0)

/** The start of the next day. Daylight saving time makes some days longer or shorter than 24 hours. */
export const nextCalendarDay = (day: number): number => {
  const next = new Date(day)
  return next.setDate(next.getDate() + 1)
}

/** Capitalizes a text of `Intl`, which is meant for the middle of a sentence. */
const capitalize = (text: string, locale: string | undefined): string => {
  const [first = ''] = text
  return first.toLocaleUpperCase(locale) + text.slice(first.length)
}

/**
 * Formats a day as a heading: "Today", "Yesterday", "Monday"; from a week on the date.
 * @param day and `today` are starts of days: see calendarDay.
 * @param locale BCP 47. Default: the browser's.
 */
export const formatDay = (day: number, today: number, locale?: string): string => {
  const [then, now] = [new Date(day), new Date(today)]
  const days = Math.max(0, calendarDays(then, now))
  const words = () => {
    if (days < 2) return wholeDistance(locale).format(-days, 'day')
    if (days < daysShownAsDistance) return weekday(locale).format(then)
    return (then.getFullYear() === now.getFullYear() ? wholeDayAndMonth : wholeDate)(locale).format(then)
  }
  return capitalize(words(), locale)
}

/** Formats the full date and time, for the tooltip of the short form. */
export const formatFullTime = (time: number, locale?: string): string => fullMoment(locale).format(time)
