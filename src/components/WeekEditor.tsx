'use client'
import { useState } from 'react'
import { copyHours, takeBack, type ScheduleChange } from '../state/schedule/changeSchedule.ts'
import { useAnnounce } from './Announcer.tsx'
import { DayEditor } from './DayEditor.tsx'
import { useLabels, useLocale } from './LanguageProvider.tsx'
import { Notice } from './Notice.tsx'
import type { EditableSchedule } from './useSchedule.ts'
import type { WeekTableProps } from './WeekTable.tsx'
import { formatWeekDay, orderedWeekDays } from './weekFormat.ts'

export interface WeekEditorProps extends Omit<WeekTableProps, 'schedule'>, EditableSchedule {}

/** The hours of a week, to be changed. */
export const WeekEditor = ({ schedule, failed, change, today, titleId }: WeekEditorProps) => {
  const labels = useLabels()
  const locale = useLocale()
  const announce = useAnnounce()
  /** A copy that can be taken back, until something else is changed. */
  const [copy, setCopy] = useState<{ text: string; back: ScheduleChange }>()
  const changeDay = (hours: ScheduleChange) => {
    setCopy(undefined)
    change(hours)
  }
  return (
    <>
      <ul className="tidings-schedule-days" aria-labelledby={titleId}>
        {orderedWeekDays(locale).map((day) => {
          const name = formatWeekDay(day, locale)
          const copied = copyHours(schedule, day)
          const copyDay = () => {
            if (!copied) return
            changeDay(copied)
            setCopy({ text: labels.hoursCopied(name), back: takeBack(schedule, copied) })
          }
          return (
            <DayEditor
              key={day}
              name={name}
              day={schedule.weeklySchedule?.[day]}
              isToday={day === today}
              hasFailed={failed.has(day)}
              onChange={(hours) => changeDay({ weeklySchedule: { [day]: hours } })}
              onCopy={copied && copyDay}
            />
          )
        })}
      </ul>
      {copy && (
        <div className="tidings-notices">
          <Notice
            text={copy.text}
            action={labels.undo}
            onAction={() => {
              changeDay(copy.back)
              announce(labels.undone)
            }}
            onDismiss={() => setCopy(undefined)}
          />
        </div>
      )}
    </>
  )
}
