import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { weekDays } from '../../contract/inbox/weekDays.ts'
import type { Schedule, WeekDay, WeeklySchedule } from '../../contract/preferences.ts'
import { useLatest } from '../../hooks/utils/useLatest.ts'
import { changeSchedule, type ScheduleChange } from '../../schedule/changeSchedule.ts'
import { currentEdit, type Edit, type EditMemory } from '../edits/editMemory.ts'
import type { ScheduleFieldValue } from '../edits/preferenceEdits.ts'

/**
 * Saves a schedule. The inbox has no operation for it: save it with your own.
 * @param schedule the whole new schedule, in the format of the service: hours are 12-hour text such as "09:00 AM".
 * @param change the part that changed, with whole days.
 */
export type OnScheduleChange = (schedule: Schedule, change: ScheduleChange) => unknown

/** A field of a schedule: "isEnabled", or a day of the week. */
export type ScheduleField = 'isEnabled' | WeekDay

/** A schedule with the reader's edits. */
export interface EditableSchedule {
  /** The schedule to show, with all edits applied. */
  schedule: Schedule
  /** Fields that failed to save. */
  failed: ReadonlySet<ScheduleField>
  /** Applies a change and saves it. */
  change: (change: ScheduleChange) => void
}

type Edits = ReadonlyMap<string, Edit<ScheduleFieldValue>>

const fields = ['isEnabled', ...weekDays] as const

const valueOf = (schedule: Schedule, field: ScheduleField): ScheduleFieldValue =>
  field === 'isEnabled' ? schedule.isEnabled : schedule.weeklySchedule?.[field]

const namesOf = ({ isEnabled, weeklySchedule = {} }: ScheduleChange): ScheduleField[] => [
  ...(isEnabled === undefined ? [] : (['isEnabled'] as const)),
  ...weekDays.filter((day) => day in weeklySchedule),
]

/** Applies edits to the schedule: the values that show, or those known to be saved. */
const withEdits = (schedule: Schedule, edits: Edits, side: 'shown' | 'saved'): Schedule => {
  const change: ScheduleChange = {}
  const days: WeeklySchedule = {}
  for (const field of fields) {
    const value = currentEdit(edits.get(field), valueOf(schedule, field))?.[side]
    if (typeof value === 'boolean') change.isEnabled = value
    else if (value !== undefined && field !== 'isEnabled') days[field] = value
  }
  if (Object.keys(days).length > 0) change.weeklySchedule = days
  return changeSchedule(schedule, change)
}

/**
 * A schedule that shows each change at once, and reverts it if it fails to save. Changes are saved one after another:
 * each save contains the whole schedule, so that two at a time could overwrite each other.
 */
export const useSchedule = (
  schedule: Schedule,
  memory: EditMemory<ScheduleFieldValue>,
  onScheduleChange: OnScheduleChange | undefined,
): EditableSchedule => {
  const latest = useLatest({ schedule, onScheduleChange })
  const edits = useSyncExternalStore(memory.subscribe, memory.snapshot, memory.snapshot)
  useEffect(() => {
    for (const field of fields) memory.report(field, valueOf(schedule, field))
  }, [memory, schedule])

  const shown = useMemo(() => withEdits(schedule, edits, 'shown'), [schedule, edits])
  return {
    schedule: shown,
    failed: new Set(
      fields.filter((field) => currentEdit(edits.get(field), valueOf(schedule, field))?.phase === 'failed'),
    ),
    change: (change) => {
      const save = () => {
        const { current } = latest
        // Without queued changes and those that failed to save: only this change is added to the saved schedule.
        const saved = withEdits(current.schedule, memory.snapshot(), 'saved')
        return current.onScheduleChange?.(changeSchedule(saved, change), change)
      }
      const values = new Map(
        namesOf(change).map((field) => [
          field,
          {
            reported: valueOf(schedule, field),
            value: field === 'isEnabled' ? change.isEnabled : change.weeklySchedule?.[field],
          },
        ]),
      )
      memory.change({ line: 'schedule', fields: values, save })
    },
  }
}
