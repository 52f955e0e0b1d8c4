import { weekDays, type Schedule, type WeekDay, type WeeklySchedule } from '../contract/preferences.ts'
import { switchDay } from './editDay.ts'

/**
 * What a reader changed about a schedule (2.9): a part of it that holds the changed fields alone, each day as a whole.
 * `{isEnabled: false}`, `{weeklySchedule: {monday: {isEnabled: true, hours: [{start: '09:00 AM', end: '05:30 PM'}]}}}`.
 */
export interface ScheduleChange {
  /** Whether the hours hold at all. */
  isEnabled?: boolean
  /** The days that changed. */
  weeklySchedule?: WeeklySchedule
}

/** The schedule with a change in it. Fields that the change does not name stay, known to this version or not. */
export const changeSchedule = (schedule: Schedule, { isEnabled, weeklySchedule }: ScheduleChange): Schedule => ({
  ...schedule,
  ...(isEnabled !== undefined && { isEnabled }),
  ...(weeklySchedule && { weeklySchedule: { ...schedule.weeklySchedule, ...weeklySchedule } }),
})

/**
 * Switching the hours on. A schedule that has no week yet gets working hours from Monday to Friday with it: without any,
 * the switch would either change nothing or hold back everything.
 */
export const switchScheduleOn = ({ weeklySchedule }: Schedule): ScheduleChange => {
  const isChosen = weekDays.some((day) => weeklySchedule?.[day] !== undefined)
  if (isChosen) return { isEnabled: true }
  const workdays = weekDays.slice(0, 5).map((day) => [day, switchDay(undefined, true)])
  return { isEnabled: true, weeklySchedule: Object.fromEntries(workdays) }
}

/**
 * Giving the hours of one day to the other days that are switched on.
 * @returns undefined when no other day is, or all have these hours already.
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

/** What brings back the days that a change is about to change. */
export const takeBack = (
  { weeklySchedule: before }: Schedule,
  { weeklySchedule = {} }: ScheduleChange,
): ScheduleChange => ({
  weeklySchedule: Object.fromEntries(
    weekDays.flatMap((day) => (day in weeklySchedule && before?.[day] ? [[day, before[day]]] : [])),
  ),
})
