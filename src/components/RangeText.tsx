'use client'
import { fullDay } from '../state/schedule/clockTime.ts'
import type { HoursRange, UnreadableRange } from '../state/schedule/readDay.ts'
import type { InboxLabels } from './labels.ts'
import { useLabels, useLocale } from './LanguageProvider.tsx'
import { stateAttribute } from './stateAttribute.ts'
import { formatClockTime } from './weekFormat.ts'

type AnyRange = HoursRange | UnreadableRange

/** A range in words: "09:00 – 17:30", "All day", or its own text when it can't be read. */
export const rangeText = (range: AnyRange, labels: InboxLabels, locale: string | undefined): string => {
  if (range.kind === 'unreadable') return labels.range(range.text.start, range.text.end)
  if (range.end - range.start === fullDay) return labels.allDay
  return labels.range(formatClockTime(range.start, locale), formatClockTime(range.end, locale))
}

/** A range of hours. Where there is little room it breaks before "(next day)" alone. State: `data-unreadable`. */
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
