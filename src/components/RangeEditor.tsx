'use client'
import { useId } from 'react'
import type { TimeRange } from '../contract/preferences.ts'
import { fullDay } from '../state/schedule/clockTime.ts'
import { writeRange, type RangeProblem } from '../state/schedule/editDay.ts'
import { readRange } from '../state/schedule/readDay.ts'
import { IconButton } from './IconButton.tsx'
import { CrossIcon } from './icons.tsx'
import { WarningIcon } from './panelIcons.tsx'
import { useLabels, useLocale } from './LanguageProvider.tsx'
import { RangeText, rangeText } from './RangeText.tsx'
import { stateAttribute } from './stateAttribute.ts'
import { TimeSelect } from './TimeSelect.tsx'

export interface RangeEditorProps {
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
