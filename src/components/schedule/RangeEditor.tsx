'use client'
import { type ComponentPropsWithoutRef, useMemo } from 'react'
import { upTo } from '../../client/upTo.ts'
import type { TimeRange } from '../../contract/preferences.ts'
import { useUniqueId } from '../../hooks/utils/useUniqueId.ts'
import { fullDay, type Minutes, writeClockTime } from '../../schedule/clockTime.ts'
import type { RangeProblem } from '../../schedule/editDay.ts'
import { readRange } from '../../schedule/readDay.ts'
import { IconButton } from '../base/IconButton.tsx'
import { CrossIcon } from '../base/icons.tsx'
import { WarningIcon } from '../base/panelIcons.tsx'
import { stateAttribute } from '../base/stateAttribute.ts'
import { useLocale } from '../language/LanguageProvider.tsx'
import { useLabels } from '../language/useLabels.ts'
import { formatClockTime } from './weekFormat.ts'
import { RangeText, rangeText } from './WeekTable.tsx'

interface TimeSelectProps extends Omit<ComponentPropsWithoutRef<'select'>, 'value' | 'onChange' | 'children'> {
  value: Minutes
  /** The first choice of a start is midnight; the last of an end is the midnight after. */
  edge: 'start' | 'end'
  onValueChange: (value: Minutes) => void
}

/** Interval of the choices, in minutes. */
const step = 15

/**
 * A field for a time of day, in the hour cycle of the locale. `<input type="time">` uses that of the browser, and has
 * no valid value during typing. A value between two choices is added to them.
 */
const TimeSelect = ({ value, edge, onValueChange, ...rest }: TimeSelectProps) => {
  const locale = useLocale()
  const choices = useMemo(() => {
    const first = edge === 'start' ? 0 : step
    const steps = upTo(fullDay / step).map((index) => first + index * step)
    const times = [...new Set([...steps, value])].sort((a, b) => a - b)
    return times.map((time) => (
      <option key={time} value={time}>
        {formatClockTime(time, locale)}
      </option>
    ))
  }, [value, edge, locale])
  return (
    <select
      {...rest}
      // It belongs to no form: a reset of that of the app around would change it.
      form=""
      className="tidings-time-select"
      value={value}
      onChange={(event) => onValueChange(Number(event.currentTarget.value))}
    >
      {choices}
    </select>
  )
}

interface RangeEditorProps {
  day: string
  /** The range in the format of the service. */
  text: TimeRange
  problem: RangeProblem | undefined
  /** Whether the day is not saved yet because one of its ranges can't be. */
  isDraft: boolean
  onChange: (range: TimeRange) => void
  onRemove: () => void
}

/** One range of hours, to change or remove. A range that can't be parsed can only be removed. */
export const RangeEditor = ({ day, text, problem, isDraft, onChange, onRemove }: RangeEditorProps) => {
  const labels = useLabels()
  const locale = useLocale()
  const noteId = useUniqueId()
  const range = readRange(text)
  const name = labels.removeRange(day, rangeText(range, labels, locale))
  const isAllDay = range.kind === 'range' && range.end - range.start === fullDay
  // An empty range from the service may be intended: only a new one is wrong.
  const isWrong = problem === 'overlap' || (problem === 'empty' && isDraft)
  const note =
    (problem === 'empty' && (isDraft ? labels.rangeEmpty : labels.noDelivery)) ||
    (problem === 'overlap' && labels.rangeOverlaps) ||
    (isAllDay && labels.allDay) ||
    (range.kind === 'range' && range.nextDay && labels.nextDay)
  return (
    <div className="tidings-range">
      {range.kind === 'unreadable' ? (
        <RangeText range={range} />
      ) : (
        <>
          <TimeSelect
            aria-label={labels.rangeStart(day)}
            aria-describedby={note ? noteId : undefined}
            aria-invalid={isWrong || undefined}
            edge="start"
            value={range.start}
            onValueChange={(start) => onChange({ ...text, start: writeClockTime(start) })}
          />
          <span aria-hidden="true">–</span>
          <TimeSelect
            aria-label={labels.rangeEnd(day)}
            aria-describedby={note ? noteId : undefined}
            aria-invalid={isWrong || undefined}
            edge="end"
            // A range until midnight ends on the day on which it starts.
            value={range.nextDay && range.end === 0 ? fullDay : range.end}
            onValueChange={(end) => onChange({ ...text, end: writeClockTime(end) })}
          />
        </>
      )}
      <IconButton label={name} onClick={onRemove}>
        <CrossIcon />
      </IconButton>
      {note && (
        <span className="tidings-range-note" id={noteId} data-failed={stateAttribute(isWrong)}>
          {isWrong && <WarningIcon />}
          <span>{note}</span>
        </span>
      )}
    </div>
  )
}
