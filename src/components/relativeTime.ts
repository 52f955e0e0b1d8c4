const minute = 60_000
const hour = 60 * minute

/** From this many days on, a date says more than a distance. */
const daysShownAsDistance = 7

/** `Intl` formats are slow to make and quick to use: one of each kind and locale is kept. */
const keep = <Format>(make: (locale: string | undefined) => Format) => {
  const made = new Map<string | undefined, Format>()
  return (locale: string | undefined): Format => {
    const known = made.get(locale)
    if (known !== undefined) return known
    const format = make(locale)
    made.set(locale, format)
    return format
  }
}

const distance = keep((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }))
const dayAndMonth = keep((locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }))
const fullDate = keep((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
const fullMoment = keep((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }))

/** Days of the calendar between two moments, in this machine's time zone: what "yesterday" goes by. */
const calendarDays = (from: Date, to: Date): number => {
  const date = (moment: Date) => Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate())
  return Math.round((date(to) - date(from)) / (24 * hour))
}

/**
 * How long ago: "now", "5 min. ago", "3 hr. ago", "yesterday"; from a week on the date.
 * @param time and `now` in milliseconds since 1970. A time ahead of `now`, as another clock may give, is "now".
 * @param locale default: the reader's own.
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

/** The whole date and time, for whoever points at the short form. */
export const formatFullTime = (time: number, locale?: string): string => fullMoment(locale).format(time)
