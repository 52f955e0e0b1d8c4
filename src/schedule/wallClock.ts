import { weekDays, type WeekDay } from '../contract/preferences.ts'

/** What a clock on the wall shows. */
interface WallTime {
  /** The date as milliseconds since 1970, as if the wall were in UTC: for counting days, not an instant. */
  midnight: number
  day: WeekDay
  /** Minutes since midnight, with seconds as a fraction. */
  minutes: number
}

/** A clock on the wall of one time zone. */
export interface WallClock {
  /** What it shows at an instant (milliseconds since 1970). */
  at: (instant: number) => WallTime
  /**
   * The instants at which it shows that time of that date: one, none when the clocks jump over it, two when they
   * are put back.
   */
  instantsOf: (midnight: number, minutes: number) => number[]
  /** The second at which the clocks are changed between two instants, if they are. */
  changeBetween: (from: number, to: number) => number | undefined
}

const second = 1000
const minute = 60_000
const day = 24 * 60 * minute

/** The day of the week of a date, given as WallTime gives it. */
export const weekDayOf = (midnight: number): WeekDay => {
  // 1970 began on a Thursday, and weekDays begins with Monday.
  const index = (((Math.floor(midnight / day) + 3) % 7) + 7) % 7
  return weekDays[index] ?? 'monday'
}

/** Is this the name of a time zone that this browser knows? */
export const isTimeZone = (timeZone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/**
 * Makes the wall clock of a time zone.
 * @param timeZone IANA name. Undefined: the zone of this machine.
 * @throws RangeError when the zone is not known: see isTimeZone.
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

  /** The wall's reading as if it were in UTC. Its distance from the instant is the zone's offset. */
  const shown = (instant: number): number => {
    const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
    for (const { type, value } of format.formatToParts(instant)) part[type] = Number(value)
    const { year = 0, month = 1, day: date, hour, minute: minutes, second: seconds } = part
    return Date.UTC(year, month - 1, date, hour, minutes, seconds)
  }

  const offset = (instant: number) => shown(instant) - instant

  return {
    at: (instant) => {
      const reading = shown(instant)
      const midnight = Math.floor(reading / day) * day
      return { midnight, day: weekDayOf(midnight), minutes: (reading - midnight) / minute }
    },
    instantsOf: (midnight, minutes) => {
      const wanted = midnight + minutes * minute
      // No zone is further than 14 hours from UTC, so the offsets of a day before and after cover every change.
      const offsets = new Set([offset(wanted - day), offset(wanted + day)])
      return [...offsets]
        .map((distance) => wanted - distance)
        .filter((instant) => shown(instant) === wanted)
        .sort((a, b) => a - b)
    },
    changeBetween: (from, to) => {
      let [low, high] = [Math.floor(from / second), Math.floor(to / second)]
      const before = offset(low * second)
      if (before === offset(high * second)) return undefined
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2)
        if (offset(middle * second) === before) low = middle
        else high = middle
      }
      return high * second
    },
  }
}
