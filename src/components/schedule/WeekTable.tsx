'use client'
import type { Schedule, WeekDay } from '../../contract/preferences.ts'
import { fullDay } from '../../schedule/clockTime.ts'
import { type HoursRange, readDay, type UnreadableRange } from '../../schedule/readDay.ts'
import { stateAttribute } from '../base/stateAttribute.ts'
import type { InboxLabels } from '../language/labels.ts'
import { useLocale } from '../language/LanguageProvider.tsx'
import { useLabels } from '../language/useLabels.ts'
import { formatClockTime, formatWeekDay, orderedWeekDays } from './weekFormat.ts'

type AnyRange = HoursRange | UnreadableRange

/** A range in words: "09:00 – 17:30", "All day", or the service's text if it can't be parsed. */
export const rangeText = (range: AnyRange, labels: InboxLabels, locale: string | undefined): string => {
  if (range.kind === 'unreadable') return labels.range(range.text.start, range.text.end)
  if (range.end - range.start === fullDay) return labels.allDay
  return labels.range(formatClockTime(range.start, locale), formatClockTime(range.end, locale))
}

/** A range of hours. It can wrap only before "(next day)". State: `data-unreadable`. */
export const RangeText = ({ range }: { range: AnyRange }) => {
  const labels = useLabels()
  const locale = useLocale()
  return (
    <span className="tidings-schedule-range" data-unreadable={stateAttribute(range.kind === 'unreadable')}>
      <bdi className="tidings-schedule-times">{rangeText(range, labels, locale)}</bdi>
      {range.kind === 'range' && range.nextDay && ' '}
      {range.kind === 'range' && range.nextDay && <span className="tidings-schedule-next-day">{labels.nextDay}</span>}
    </span>
  )
}

export interface WeekTableProps {
  /** The delivery hours. */
  schedule: Schedule
  /** The current day in the subscriber's time zone, if known. */
  today: WeekDay | undefined
  /** Element id of the title. */
  titleId: string
}

/** Shows the hours of a week. */
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
                {/* Ranges have no id, and two may be equal. */}
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
