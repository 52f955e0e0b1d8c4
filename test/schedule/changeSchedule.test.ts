import { describe, expect, it } from 'vitest'
import type { Schedule } from '../../src/contract/preferences.ts'
import { changeSchedule, copyHours, switchScheduleOn } from '../../src/schedule/changeSchedule.ts'

const day = (isEnabled: boolean, start: string, end: string) => ({ isEnabled, hours: [{ start, end }] })
const schedule: Schedule = {
  isEnabled: true,
  weeklySchedule: {
    monday: day(true, '09:00 AM', '05:00 PM'),
    tuesday: day(true, '10:00 AM', '06:00 PM'),
    sunday: day(false, '10:00 AM', '12:00 PM'),
  },
}

describe('changeSchedule', () => {
  it('applies the change, and preserves all other fields', () => {
    const known = { ...schedule, addedLater: 1 }
    const friday = day(true, '09:00 AM', '03:00 PM')
    expect(changeSchedule(known, { weeklySchedule: { friday } })).toEqual({
      ...known,
      weeklySchedule: { ...schedule.weeklySchedule, friday },
    })
    expect(changeSchedule(known, { isEnabled: false })).toEqual({ ...known, isEnabled: false })
    expect(changeSchedule({ isEnabled: false }, { isEnabled: true })).toEqual({ isEnabled: true })
  })
})

describe('switchScheduleOn', () => {
  it('adds working hours if the schedule has no day', () => {
    expect(switchScheduleOn(schedule)).toEqual({ isEnabled: true })
    const { weeklySchedule } = switchScheduleOn({ isEnabled: false, weeklySchedule: {} })
    expect(Object.keys(weeklySchedule ?? {})).toEqual(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'])
    expect(weeklySchedule?.friday).toEqual(day(true, '09:00 AM', '05:00 PM'))
  })
})

describe('copyHours', () => {
  it('copies the hours of a day to the other enabled days', () => {
    expect(copyHours(schedule, 'monday')).toEqual({ weeklySchedule: { tuesday: day(true, '09:00 AM', '05:00 PM') } })
  })
  it('returns undefined if no other day is enabled, or if all have these hours', () => {
    expect(
      copyHours({ isEnabled: true, weeklySchedule: { monday: schedule.weeklySchedule?.monday } }, 'monday'),
    ).toBeUndefined()
    expect(copyHours(changeSchedule(schedule, copyHours(schedule, 'monday') ?? {}), 'monday')).toBeUndefined()
  })
})
