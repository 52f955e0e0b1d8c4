import { weekDays } from '../contract/inbox/weekDays.ts'
import type { WeekDay } from '../contract/preferences.ts'

/** The reading of a wall clock. */
interface WallTime {
  /** The date in milliseconds since 1970, as if the clock were in UTC: it counts days, and is no instant. */
  midnight: number
  day: WeekDay
  /** Minutes since midnight, with seconds as a fraction. */
  minutes: number
}

/** The wall clock of a time zone. */
export interface WallClock {
  /** Returns its reading at an instant, in milliseconds since 1970. */
  at: (instant: number) => WallTime
  /**
   * Returns the instants at which it shows a time of a date: none if the clocks skip that time, two if they repeat it,
   * else twice the same one.
   */
  instantsOf: (midnight: number, minutes: number) => number[]
  /** Returns the first of these instants. If the clocks skip the time: the instant at which they skip it. */
  instantOf: (midnight: number, minutes: number) => number
  /** Returns the instant at which the clocks change between two instants. Undefined if they do not. */
  changeBetween: (from: number, to: number) => number | undefined
}

const second = 1000
const minute = 60_000
const day = 24 * 60 * minute

/** Returns the day of the week of a WallTime's date. */
const weekDayOf = (midnight: number): WeekDay =>
  // 1970 began on a Thursday, and weekDays begins with Monday.
  weekDays[(Math.floor(midnight / day) + 3) % 7] ?? 'monday'

/**
 * Creates the wall clock of a time zone.
 * @param timeZone IANA name. Undefined: the zone of this machine.
 * @throws RangeError for an unknown zone: see `isTimeZone`.
 */
export const createWallClock = (timeZone: string | undefined): WallClock => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })

  /** Returns the reading as if it were in UTC. Its difference from the instant is the zone's offset. */
  const shown = (instant: number): number => {
    const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
    for (const { type, value } of format.formatToParts(instant)) part[type] = Number(value)
    const { year = 0, month = 1, day: date, hour, minute: minutes, second: seconds } = part
    return Date.UTC(year, month - 1, date, hour, minutes, seconds)
  }

  const offset = (instant: number) => shown(instant) - instant

  const instantsOf = (midnight: number, minutes: number) => {
    const target = midnight + minutes * minute
    // No zone is further than 14 hours from UTC, so the offsets of a day before and after cover every change.
    return [target - day, target + day]
      .map((instant) => target - offset(instant))
      .filter((instant) => shown(instant) === target)
  }

  const changeBetween = (from: number, to: number) => {
    let [low, high] = [Math.floor(from / second), Math.floor(to / second)]
    const before = offset(low * second)
    if (before === offset(high * second)) return undefined
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (offset(middle * second) === before) low = middle
      else high = middle
    }
    return high * second
  }

  return {
    at: (instant) => {
      const reading = shown(instant)
      const midnight = Math.floor(reading / day) * day
      return { midnight, day: weekDayOf(midnight), minutes: (reading - midnight) / minute }
    },
    instantsOf,
    instantOf: (midnight, minutes) => {
      const [first] = instantsOf(midnight, minutes)
      const target = midnight + minutes * minute
      return first ?? changeBetween(target - day, target + day) ?? target
    },
    changeBetween,
  }
}

/** The time zone of this machine. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
