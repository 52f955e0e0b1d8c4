import { weekDays } from '../../contract/inbox/weekDays.ts'
import type { WeekDay } from '../../contract/preferences.ts'
import type { Minutes } from '../../schedule/clockTime.ts'
import { dateFormats } from '../language/relativeTime.ts'

/** Week data of Intl.Locale: a method, or a property in older browsers. */
interface WeekInfo {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

const firstDayOf = (locale: string): number => {
  const { locale: resolved } = new Intl.DateTimeFormat(locale).resolvedOptions()
  const known = new Intl.Locale(resolved) as Intl.Locale & WeekInfo
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1
}

/** The days of the week in the order of a locale. If the browser does not know the order, Monday comes first. */
export const orderedWeekDays = (locale: string): WeekDay[] => {
  const first = firstDayOf(locale) - 1
  return [...weekDays.slice(first), ...weekDays.slice(0, first)]
}

export const formatWeekDay = (day: WeekDay, locale: string, weekday: 'long' | 'short' = 'long'): string =>
  // 5 January 1970 was a Monday.
  new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(Date.UTC(1970, 0, 5 + weekDays.indexOf(day)))

const clock = dateFormats({ timeStyle: 'short', timeZone: 'UTC' })

/** A time of day in the locale's hour cycle: "17:30", "5:30 PM". */
export const formatClockTime = (minutes: Minutes, locale: string): string => clock(locale).format(minutes * 60_000)

const week = 7 * 24 * 60 * 60_000

/** Formats a future time: today the time alone, within a week with the day of the week, later also with the date. */
export const formatMoment = (moment: number, now: number, timeZone: string | undefined, locale: string): string => {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone })
  const isToday = date.format(moment) === date.format(now)
  const parts: Intl.DateTimeFormatOptions = isToday
    ? { timeStyle: 'short' }
    : {
        weekday: 'long',
        hour: 'numeric',
        minute: '2-digit',
        ...(moment - now > week && { day: 'numeric', month: 'long' }),
      }
  return new Intl.DateTimeFormat(locale, { ...parts, timeZone }).format(moment)
}
