'use client'
import type { Schedule } from '../../contract/preferences.ts'
import { fullDay } from '../../schedule/clockTime.ts'
import { type HoursRange, readDay, type UnreadableRange } from '../../schedule/readDay.ts'
import { stateAttribute } from '../base/stateAttribute.ts'
import type { InboxLabels } from '../language/labels.ts'
import { useLocale } from '../language/LanguageProvider.tsx'
import { useLabels } from '../language/useLabels.ts'
import { formatClockTime, formatWeekDay, orderedWeekDays } from './weekFormat.ts'

type AnyRange = HoursRange | UnreadableRange

/** A range in words: "09:00 – 17:30", "All day", or the service's text if it can't be parsed. */
export const rangeText = (range: AnyRange, labels: InboxLabels, locale: string): string => {
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

interface WeekTableProps {
  /** The delivery hours. */
  schedule: Schedule
  titleId: string
}

/**
 * Shows the hours of a week. Successive days of the same hours are one row: "Mon – Fri". Days without hours are none.
 */
export const WeekTable = ({ schedule: { weeklySchedule = {} }, titleId }: WeekTableProps) => {
  const labels = useLabels()
  const locale = useLocale()
  const days = orderedWeekDays(locale)
  const week = days.map((day) => readDay(weeklySchedule[day]))
  const hoursAt = (index: number) => JSON.stringify(week.at(index))
  // The week is a circle, so that a weekend is one row even where the week begins within it.
  const starts = [...days.keys()].filter((index) => hoursAt(index) !== hoursAt(index - 1))
  const nameAt = (index: number) => formatWeekDay(days.at(index) ?? 'monday', locale, 'short')
  return (
    <table className="tidings-schedule-week" aria-labelledby={titleId}>
      <tbody>
        {(starts[0] === undefined ? [0] : starts).map((start, row) => {
          const ranges = week[start] ?? []
          const [first, last] = [nameAt(start), nameAt((starts[row + 1] ?? starts[0] ?? 0) - 1)]
          return (
            ranges.length > 0 && (
              <tr key={start}>
                <th scope="row">{first === last ? first : labels.range(first, last)}</th>
                <td>
                  {/* Ranges have no id, and two may be equal. */}
                  {ranges.map((range, index) => (
                    <RangeText key={index} range={range} />
                  ))}
                </td>
              </tr>
            )
          )
        })}
      </tbody>
    </table>
  )
}
