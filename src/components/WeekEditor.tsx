'use client'
import { copyHours } from '../state/schedule/changeSchedule.ts'
import { useAnnounce } from './Announcer.tsx'
import { DayEditor } from './DayEditor.tsx'
import { useLabels, useLocale } from './LanguageProvider.tsx'
import type { EditableSchedule } from './useSchedule.ts'
import type { WeekTableProps } from './WeekTable.tsx'
import { formatWeekDay, orderedWeekDays } from './weekFormat.ts'

export interface WeekEditorProps extends Omit<WeekTableProps, 'schedule'>, EditableSchedule {}

/** The hours of a week, to be changed. */
export const WeekEditor = ({ schedule, failed, change, today, titleId }: WeekEditorProps) => {
  const labels = useLabels()
  const locale = useLocale()
  const announce = useAnnounce()
  return (
    <ul className="tidings-schedule-days" aria-labelledby={titleId}>
      {orderedWeekDays(locale).map((day) => {
        const name = formatWeekDay(day, locale)
        const copied = copyHours(schedule, day)
        const copy = () => {
          if (!copied) return
          change(copied)
          announce(labels.hoursCopied(name))
        }
        return (
          <DayEditor
            key={day}
            name={name}
            day={schedule.weeklySchedule?.[day]}
            isToday={day === today}
            hasFailed={failed.has(day)}
            onChange={(hours) => change({ weeklySchedule: { [day]: hours } })}
            onCopy={copied && copy}
          />
        )
      })}
    </ul>
  )
}
