import type { Schedule } from '../contract/preferences.ts'

const workdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const

/**
 * Makes a schedule (2.9): Monday to Friday from 9 AM to 5:30 PM.
 * @param fields what shall differ.
 */
export const makeSchedule = (fields: Partial<Schedule> = {}): Schedule => ({
  isEnabled: true,
  weeklySchedule: Object.fromEntries(
    workdays.map((day) => [day, { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:30 PM' }] }]),
  ),
  ...fields,
})
