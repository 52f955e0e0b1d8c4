// Not in wallClock.ts: `InboxProvider` uses it in development, and would bring the wall clock to each page with a bell.

/** Whether this browser knows a time zone of this name. */
export const isTimeZone = (timeZone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** A time zone that this browser knows. Undefined for any other: the zone of this machine. */
export const knownTimeZone = (timeZone: string | undefined): string | undefined =>
  timeZone !== undefined && isTimeZone(timeZone) ? timeZone : undefined
