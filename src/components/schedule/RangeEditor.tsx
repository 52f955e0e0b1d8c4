'use client'
import { type ComponentPropsWithoutRef, useId, useMemo } from 'react'
import type { TimeRange } from '../../contract/preferences.ts'
import { fullDay, type Minutes } from '../../schedule/clockTime.ts'
import { type RangeProblem, writeRange } from '../../schedule/editDay.ts'
import { readRange } from '../../schedule/readDay.ts'
import { IconButton } from '../base/IconButton.tsx'
import { CrossIcon } from '../base/icons.tsx'
import { WarningIcon } from '../base/panelIcons.tsx'
import { stateAttribute } from '../base/stateAttributes.ts'
import { useLabels, useLocale } from '../language/LanguageProvider.tsx'
import { formatClockTime } from './weekFormat.ts'
import { RangeText, rangeText } from './WeekTable.tsx'

interface TimeSelectProps extends Omit<ComponentPropsWithoutRef<'select'>, 'value' | 'onChange' | 'children'> {
  value: Minutes
  /** A start may be at midnight, an end at the midnight after. */
  edge: 'start' | 'end'
  onValueChange: (value: Minutes) => void
}

/** Minutes between two choices. */
const step = 15

/**
 * A time of day, chosen in the hour cycle of the locale: `<input type="time">` keeps to that of the browser, and is no time
 * while it is being typed into. A value between two choices is one of them.
 */
const TimeSelect = ({ value, edge, onValueChange, ...rest }: TimeSelectProps) => {
  const locale = useLocale()
  const choices = useMemo(() => {
    const first = edge === 'start' ? 0 : step
    const steps = Array.from({ length: fullDay / step }, (_, index) => first + index * step)
    const times = [...new Set([...steps, value])].sort((a, b) => a - b)
    return times.map((time) => ({ time, name: formatClockTime(time, locale) }))
  }, [value, edge, locale])
  return (
    <select
      {...rest}
      className="tidings-time-select"
      value={value}
      onChange={(event) => onValueChange(Number(event.currentTarget.value))}
    >
      {choices.map(({ time, name }) => (
        <option key={time} value={time}>
          {name}
        </option>
      ))}
    </select>
  )
}

interface RangeEditorProps {
  /** Name of its day. */
  day: string
  /** The range as the wire has it. */
  text: TimeRange
  problem: RangeProblem | undefined
  /** Does its day wait to be saved, until all of it can be? */
  isDraft: boolean
  onChange: (range: TimeRange) => void
  onRemove: () => void
}

/** One range of hours, to be changed or taken away. One that can't be read can only be taken away. */
export const RangeEditor = ({ day, text, problem, isDraft, onChange, onRemove }: RangeEditorProps) => {
  const labels = useLabels()
  const locale = useLocale()
  const noteId = useId()
  const range = readRange(text)
  const name = labels.removeRange(day, rangeText(range, labels, locale))
  const isAllDay = range.kind === 'range' && range.end - range.start === fullDay
  // A day without an hour may be just what was meant, where it came from the service.
  const isWrong = problem === 'overlap' || (problem === 'empty' && isDraft)
  const note =
    (problem === 'empty' && (isDraft ? labels.rangeEmpty : labels.noDelivery)) ||
    (problem === 'overlap' && labels.rangeOverlaps) ||
    (isAllDay && labels.allDay) ||
    (range.kind === 'range' && range.nextDay && labels.nextDay)
  return (
    <div className="tidings-range" data-problem={problem}>
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
            onValueChange={(start) => onChange({ ...text, ...writeRange(start, range.end), end: text.end })}
          />
          <span aria-hidden="true">–</span>
          <TimeSelect
            aria-label={labels.rangeEnd(day)}
            aria-describedby={note ? noteId : undefined}
            aria-invalid={isWrong || undefined}
            edge="end"
            // Midnight ends the day on which the range began.
            value={range.nextDay && range.end === 0 ? fullDay : range.end}
            onValueChange={(end) => onChange({ ...text, start: text.start, end: writeRange(range.start, end).end })}
          />
        </>
      )}
      <IconButton className="tidings-icon-button tidings-range-remove" label={name} onClick={onRemove}>
        <CrossIcon />
      </IconButton>
      {note && (
        <span className="tidings-range-note" id={noteId} data-failed={stateAttribute(isWrong)}>
          {isWrong && <WarningIcon />}
          {note}
        </span>
      )}
    </div>
  )
}
