import { weekDays } from '../../contract/inbox/weekDays.ts'
import type { TimedConfig } from '../../contract/workflow.ts'
import type { Minutes } from '../../schedule/clockTime.ts'
import { createWallClock } from '../../schedule/wallClock.ts'
import { endOfWait, type Wait } from './waits.ts'

/** The times at which a timed digest may end. */
export interface TimedWait {
  /** Every how many units it may end: a whole number from 1 on, which is the default. */
  amount?: number | undefined
  /** What is counted. Minutes and hours, and seconds, are lengths of time without a wall clock. */
  unit: Wait['unit']
  /** Times of the day, and days of the week or month. By default those at which the digest begins. */
  timed?: TimedConfig | undefined
}

const dayLength = 24 * 60 * 60_000

const timeOfDay = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/

/** Parses an `atTime`: "09:00" or "09:00:30". Undefined for any other text. */
export const parseTimeOfDay = (text: string): Minutes | undefined => {
  const [, hours, minutes, seconds = '0'] = timeOfDay.exec(text) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes) + Number(seconds) / 60
}

/**
 * When a timed digest ends that begins at `from`: later than that, at the first time that fits, by the wall clock of
 * the subscriber. A time that the clocks skip is when they skip it, and one that they repeat is the first of both.
 *
 * The rules are those of production, which counts from `from` and begins weeks on Monday: a digest of every two weeks
 * ends in this week if a listed day is still ahead, else in the week after next. Where production skips a month that
 * lacks a day, the digest ends on the last one that fits.
 *
 * @param zone IANA name of the subscriber's time zone.
 * @throws RangeError if this machine does not know the zone.
 */
export const nextTimed = ({ amount = 1, unit, timed = {} }: TimedWait, zone: string, from: Date): Date => {
  if (unit === 'seconds' || unit === 'minutes' || unit === 'hours') return endOfWait({ amount, unit }, from)
  const clock = createWallClock(zone)
  const { midnight: today, minutes: now } = clock.at(from.getTime())
  const minutes = parseTimeOfDay(timed.atTime ?? '') ?? now
  // The first period is that of `from`. Where clocks are set back over midnight, also the next one may have passed.
  for (let ahead = 0; ; ahead += amount) {
    for (const midnight of datesOf[unit](timed, today, ahead)) {
      const end = clock.instantOf(midnight, minutes)
      if (end > from.getTime()) return new Date(end)
    }
  }
}

/** The dates that fit in the period which is so far ahead, earliest first, as midnights of a WallClock. */
const datesOf: Record<'days' | 'weeks' | 'months', (timed: TimedConfig, today: number, ahead: number) => number[]> = {
  days: (_, today, ahead) => [today + ahead * dayLength],
  weeks: (timed, today, ahead) => {
    const listed = weekDays.flatMap((day, index) => (timed.weekDays?.includes(day) ? [index] : []))
    const monday = today + (7 * ahead - weekDayOf(today)) * dayLength
    return (listed.length > 0 ? listed : [weekDayOf(today)]).map((index) => monday + index * dayLength)
  },
  months: (timed, today, ahead) => {
    const date = new Date(today)
    const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead)
    const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead + 1, 0)).getUTCDate()
    const days = Array.from({ length }, (_, index) => first + index * dayLength)
    return timed.monthlyType === 'on' ? ordinalDay(days, timed) : listedDays(days, timed, date.getUTCDate())
  },
}

/** 0 for Monday. */
const weekDayOf = (midnight: number) => (new Date(midnight).getUTCDay() + 6) % 7

/** The `monthDays` of a month, by default the day of `from`. Those that the month lacks are its last day. */
const listedDays = (days: readonly number[], { monthDays = [] }: TimedConfig, today: number) => {
  const dayOf = (day: number) => days[Math.min(day, days.length) - 1] ?? []
  const listed = monthDays.flatMap((day) => dayOf(Number(day)))
  return listed.length > 0 ? listed.toSorted((a, b) => a - b) : [dayOf(today)].flat()
}

/** The day of a month that `ordinal` and `ordinalValue` name, by default the first one. Else the last that fits. */
const ordinalDay = (days: readonly number[], { ordinal = '1', ordinalValue = 'day' }: TimedConfig) => {
  const index = weekDays.findIndex((day) => day === ordinalValue)
  const fitting = days.filter((midnight) => {
    const day = weekDayOf(midnight)
    if (ordinalValue === 'weekday') return day < 5
    if (ordinalValue === 'weekend') return day >= 5
    return index === -1 || day === index
  })
  return [fitting[Number(ordinal) - 1] ?? fitting.at(-1) ?? []].flat()
}
