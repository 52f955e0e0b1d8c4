import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { weekDays, type Schedule, type WeekDay, type WeeklySchedule } from '../../contract/preferences.ts'
import { useLatest } from '../../hooks/utils/useLatest.ts'
import { changeSchedule, type ScheduleChange } from '../../schedule/changeSchedule.ts'
import { currentEdit, type Edit, type EditMemory } from '../edits/editMemory.ts'
import type { ScheduleFieldValue } from '../edits/preferenceEdits.ts'

/**
 * Saves a schedule (2.9). The interface has no operation for it, so that saving is the host's.
 * @param schedule the whole new schedule, as the wire has it: hours are 12-hour text such as "09:00 AM".
 * @param change the part of it that changed, each day as a whole.
 */
export type OnScheduleChange = (schedule: Schedule, change: ScheduleChange) => unknown

/** "isEnabled", or a day. */
export type ScheduleField = 'isEnabled' | WeekDay

export interface EditableSchedule {
  /** What shows: the schedule with all that was changed. */
  schedule: Schedule
  /** Fields that could not be saved. */
  failed: ReadonlySet<ScheduleField>
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

/** The schedule as its edits have it: as they show, or as far as they are saved. */
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
 * A schedule that shows each change at once, and takes it back if it could not be saved. Changes are saved one after
 * another, since each hands over the whole schedule: two at a time could arrive in the wrong order.
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
        // What waits behind this one, or could not be saved before it, is no part of it.
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
