import { weekDays } from '../contract/inbox/weekDays.ts'
import type { Schedule, WeekDay, WeeklySchedule } from '../contract/preferences.ts'
import { switchDay } from './editDay.ts'

/**
 * A change of a schedule. It contains only the changed fields, and each changed day as a whole: `{ isEnabled: false }`,
 * `{ weeklySchedule: { monday: { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:30 PM' }] } } }`.
 */
export interface ScheduleChange {
  /** Whether the schedule applies. Undefined if it did not change. */
  isEnabled?: boolean
  /** Days that changed. */
  weeklySchedule?: WeeklySchedule
}

/** Applies a change to a schedule. It preserves all other fields, also those that this version does not know. */
export const changeSchedule = (schedule: Schedule, { isEnabled, weeklySchedule }: ScheduleChange): Schedule => ({
  ...schedule,
  ...(isEnabled !== undefined && { isEnabled }),
  ...(weeklySchedule && { weeklySchedule: { ...schedule.weeklySchedule, ...weeklySchedule } }),
})

/**
 * Returns the change that enables a schedule. A schedule without any day gets working hours from Monday to Friday:
 * without hours, it would either change nothing or deliver nothing.
 */
export const switchScheduleOn = ({ weeklySchedule }: Schedule): ScheduleChange => {
  const hasDays = weekDays.some((day) => weeklySchedule?.[day] !== undefined)
  if (hasDays) return { isEnabled: true }
  const workdays = weekDays.slice(0, 5).map((day) => [day, switchDay(undefined, true)])
  return { isEnabled: true, weeklySchedule: Object.fromEntries(workdays) }
}

/**
 * Returns the change that copies the hours of one day to the other enabled days.
 * @returns undefined if no other day is enabled, or if all have these hours already.
 */
export const copyHours = ({ weeklySchedule }: Schedule, from: WeekDay): ScheduleChange | undefined => {
  const hours = weeklySchedule?.[from]?.hours
  const asText = JSON.stringify(hours)
  const changed = weekDays.flatMap((day) => {
    const other = weeklySchedule?.[day]
    return day !== from && other?.isEnabled && JSON.stringify(other.hours) !== asText
      ? [[day, { ...other, hours }]]
      : []
  })
  return changed.length > 0 ? { weeklySchedule: Object.fromEntries(changed) } : undefined
}

/** Returns the change that restores the days that another change replaces. */
export const takeBack = (
  { weeklySchedule: before }: Schedule,
  { weeklySchedule = {} }: ScheduleChange,
): ScheduleChange => ({
  weeklySchedule: Object.fromEntries(
    weekDays.flatMap((day) => (day in weeklySchedule && before?.[day] ? [[day, before[day]]] : [])),
  ),
})
