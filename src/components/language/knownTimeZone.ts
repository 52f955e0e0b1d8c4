import { isTimeZone } from '../../schedule/timeZone.ts'

/** A time zone that this browser knows. Undefined for any other: the zone of this machine. */
export const knownTimeZone = (timeZone: string | undefined): string | undefined =>
  timeZone !== undefined && isTimeZone(timeZone) ? timeZone : undefined
