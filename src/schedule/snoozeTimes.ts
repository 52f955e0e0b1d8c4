import { createWallClock } from './wallClock.ts'

/** A time to which a notification is often snoozed. */
export interface SnoozeTime {
  /** In some hours, on the next day, or on the next Monday. */
  kind: 'hours' | 'tomorrow' | 'monday'
  /** Milliseconds since 1970. */
  until: number
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How far away the first choice is, in hours. */
export const snoozeHours = 3

/** When a day of the user begins, in minutes since midnight. */
const morning = 9 * 60

/**
 * The usual times to snooze a notification until: in three hours, tomorrow at 9:00 and on Monday at 9:00, by the wall
 * clock of the reader. Monday is left out on a Sunday, as it is tomorrow.
 *
 * @param now milliseconds since 1970.
 * @param timeZone IANA name. Undefined: the zone of this machine.
 */
export const snoozeTimes = (now: number, timeZone: string | undefined): SnoozeTime[] => {
  const clock = createWallClock(timeZone)
  const { midnight } = clock.at(now)
  const at = (date: number) => clock.instantOf(date, morning)
  // 1970 began on a Thursday.
  const days = 7 - ((midnight / day + 3) % 7)
  return [
    { kind: 'hours', until: now + snoozeHours * hour },
    { kind: 'tomorrow', until: at(midnight + day) },
    ...(days > 1 ? [{ kind: 'monday' as const, until: at(midnight + days * day) }] : []),
  ]
}

/** An instant as a wall clock shows it, in the format of `<input type="datetime-local">`: "2026-03-29T09:00". */
export const toWallTime = (instant: number, timeZone: string | undefined): string => {
  const { midnight, minutes } = createWallClock(timeZone).at(instant)
  return new Date(midnight + Math.floor(minutes) * minute).toISOString().slice(0, 16)
}

/** The instant at which a wall clock shows a time in that format, in milliseconds since 1970. NaN: it is no time. */
export const fromWallTime = (wallTime: string, timeZone: string | undefined): number => {
  const reading = Date.parse(`${wallTime}Z`)
  if (Number.isNaN(reading)) return reading
  const midnight = Math.floor(reading / day) * day
  return createWallClock(timeZone).instantOf(midnight, (reading - midnight) / minute)
}
