import type { DaySchedule } from '../../src/contract/preferences.ts'

/** A day with these delivery hours, in the format of the service: `hours(['09:00 AM', '05:30 PM'])`. */
export const hours = (...ranges: [start: string, end: string][]) =>
  ({ isEnabled: true, hours: ranges.map(([start, end]) => ({ start, end })) }) satisfies DaySchedule
