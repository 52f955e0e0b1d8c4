'use client'
import type { Schedule, WeekDay } from '../contract/preferences.ts'
import { readDay } from '../state/schedule/readDay.ts'
import { useLabels, useLocale } from './LanguageProvider.tsx'
import { RangeText } from './RangeText.tsx'
import { stateAttribute } from './stateAttribute.ts'
import { formatWeekDay, orderedWeekDays } from './weekFormat.ts'

export interface WeekTableProps {
  schedule: Schedule
  /** The day that it is in the subscriber's time zone, where that is known. */
  today: WeekDay | undefined
  /** Id of the week's title. */
  titleId: string
}

/** The hours of a week, to be read. */
export const WeekTable = ({ schedule: { weeklySchedule = {} }, today, titleId }: WeekTableProps) => {
  const labels = useLabels()
  const locale = useLocale()
  return (
    <table className="tidings-schedule-week" aria-labelledby={titleId}>
      <thead className="tidings-visually-hidden">
        <tr>
          <th scope="col">{labels.day}</th>
          <th scope="col">{labels.hours}</th>
        </tr>
      </thead>
      <tbody>
        {orderedWeekDays(locale).map((day) => {
          const ranges = readDay(weeklySchedule[day])
          return (
            <tr key={day} data-today={stateAttribute(day === today)} data-off={stateAttribute(ranges.length === 0)}>
              <th scope="row">{formatWeekDay(day, locale)}</th>
              <td>
                {ranges.length === 0 && <span className="tidings-schedule-off">{labels.noDelivery}</span>}
                {/* Ranges have no id; two may even be equal. */}
                {ranges.map((range, index) => (
                  <RangeText key={index} range={range} />
                ))}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
