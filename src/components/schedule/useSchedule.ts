import { useEffect, useMemo } from 'react'
import { weekDays } from '../../contract/inbox/weekDays.ts'
import type { Schedule, WeekDay } from '../../contract/preferences.ts'
import { useLatest } from '../../hooks/utils/useLatest.ts'
import { changeSchedule, type ScheduleChange } from '../../schedule/changeSchedule.ts'
import { type EditLog, type Fields, phaseOf, savedFields, shownFields } from '../edits/editLog.ts'
import { useEdits } from '../edits/preferenceEdits.ts'

/**
 * Saves a schedule.
 * @param schedule the whole new schedule, in the format of the service: hours are 12-hour text such as "09:00 AM".
 * @param change the part that changed, with whole days.
 */
export type OnScheduleChange = (schedule: Schedule, change: ScheduleChange) => unknown

export type ScheduleField = 'isEnabled' | WeekDay

/** A schedule with the user's edits. */
export interface EditableSchedule {
  /** The schedule to show, with all edits applied. */
  schedule: Schedule
  /** Fields that failed to save. */
  failed: ReadonlySet<ScheduleField>
  change: (change: ScheduleChange) => void
}

const fields = ['isEnabled', ...weekDays] as const

const toFields = ({ weeklySchedule, ...rest }: Partial<Schedule>): Fields => ({ ...rest, ...weeklySchedule })

const withFields = (schedule: Schedule, { isEnabled, ...days }: Fields): Schedule =>
  changeSchedule(schedule, {
    isEnabled: isEnabled === true,
    ...(Object.keys(days).length > 0 && { weeklySchedule: days }),
  })

/**
 * A schedule that shows each change at once, and reverts it if it fails to save. Changes are saved one after another:
 * each save contains the whole schedule, so that two at a time could overwrite each other.
 */
export const useSchedule = (
  schedule: Schedule,
  log: EditLog,
  onScheduleChange: OnScheduleChange | undefined,
): EditableSchedule => {
  const latest = useLatest({ schedule, onScheduleChange })
  const edits = useEdits(log)
  const fetched = useMemo(() => toFields(schedule), [schedule])
  useEffect(() => log.prune(fetched), [log, fetched])

  const shown = useMemo(() => withFields(schedule, shownFields(fetched, edits)), [schedule, fetched, edits])
  return {
    schedule: shown,
    failed: new Set(fields.filter((field) => phaseOf(field, fetched, edits) === 'failed')),
    change: (change) =>
      log.change(fetched, toFields(change), () => {
        const { current } = latest
        // Without queued changes and those that failed to save: only this change is added to the saved schedule.
        const saved = withFields(current.schedule, savedFields(toFields(current.schedule), log.getState()))
        return current.onScheduleChange?.(changeSchedule(saved, change), change)
      }),
  }
}
