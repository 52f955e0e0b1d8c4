// Not in wallClock.ts: `InboxProvider` uses it in development, and would bring the wall clock to each page with a bell.

/** Whether this browser knows a time zone of this name. */
export const isTimeZone = (timeZone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).format(0) !== ''
  } catch {
    return false
  }
}
