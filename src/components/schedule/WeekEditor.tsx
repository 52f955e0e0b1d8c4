'use client'
import { useRef, useState } from 'react'
import type { DaySchedule, WeekDay } from '../../contract/preferences.ts'
import { useBrowserLayoutEffect } from '../../hooks/utils/useLatest.ts'
import { useUniqueId } from '../../hooks/utils/useUniqueId.ts'
import { copyHours, type ScheduleChange, takeBack } from '../../schedule/changeSchedule.ts'
import { findRangeProblems, freeRange, removeRange, replaceRange, switchDay } from '../../schedule/editDay.ts'
import { IconButton } from '../base/IconButton.tsx'
import { CopyIcon, PlusIcon } from '../base/panelIcons.tsx'
import { stateAttribute } from '../base/stateAttribute.ts'
import { Toggle } from '../base/Toggle.tsx'
import { useAnnounce } from '../feedback/Announcer.tsx'
import { Notice } from '../feedback/Notice.tsx'
import { useLocale } from '../language/LanguageProvider.tsx'
import { useLabels } from '../language/useLabels.ts'
import { RangeEditor } from './RangeEditor.tsx'
import type { EditableSchedule } from './useSchedule.ts'
import { formatWeekDay, orderedWeekDays } from './weekFormat.ts'

interface DayEditorProps {
  name: string
  day: DaySchedule | undefined
  isToday: boolean
  /** Whether the last change failed to save. */
  hasFailed: boolean
  onChange: (day: DaySchedule) => void
  /**
   * Copies the hours to the other days. Undefined: no other day to copy to. The button then does nothing, but stays
   * focusable.
   */
  onCopy: (() => void) | undefined
}

/**
 * Edits the hours of one day: its switch and its ranges. A day with an empty range can't be saved, and stays a draft in
 * this component until it can. State: `data-today`, `data-off`, `data-failed`.
 */
const DayEditor = ({ name, day, isToday, hasFailed, onChange, onCopy }: DayEditorProps) => {
  const labels = useLabels()
  const id = useUniqueId()
  const element = useRef<HTMLLIElement>(null)
  const [draft, setDraft] = useState<{ from: DaySchedule | undefined; day: DaySchedule }>()
  /** Index of the range that takes the focus after the next render. */
  const nextFocus = useRef<number | undefined>(undefined)

  // New hours from elsewhere, such as a copy of another day's, replace the draft.
  const shown = draft && draft.from === day ? draft.day : day
  const isOn = shown?.isEnabled ?? false
  const hours = isOn ? (shown?.hours ?? []) : []
  const problems = findRangeProblems(shown)
  const free = shown && isOn ? freeRange(shown) : undefined

  const change = (next: DaySchedule) => {
    const isReady = !next.isEnabled || !findRangeProblems(next).includes('empty')
    setDraft(isReady ? undefined : { from: day, day: next })
    if (isReady) onChange(next)
  }
  const add = () => {
    if (!shown || !free) return
    nextFocus.current = hours.length
    change({ ...shown, hours: [...hours, free] })
  }
  const remove = (index: number) => {
    if (!shown) return
    nextFocus.current = index
    change(removeRange(shown, index))
  }

  // The focus moves to an added range. After a removal, whose button had the focus, it moves to the next range.
  useBrowserLayoutEffect(() => {
    const index = nextFocus.current
    nextFocus.current = undefined
    if (index === undefined) return
    const ranges = element.current?.querySelectorAll('.tidings-range') ?? []
    const range = ranges[Math.min(index, ranges.length - 1)] ?? element.current
    range?.querySelector<HTMLElement>('select, button')?.focus()
  })

  return (
    <li
      ref={element}
      className="tidings-schedule-day"
      data-today={stateAttribute(isToday)}
      data-off={stateAttribute(!isOn)}
      data-failed={stateAttribute(hasFailed)}
    >
      <Toggle
        checked={isOn}
        aria-describedby={hasFailed ? `${id}-failed` : undefined}
        onCheckedChange={(isEnabled) => change(switchDay(shown, isEnabled))}
      >
        {name}
      </Toggle>
      <div className="tidings-schedule-ranges">
        {hours.length === 0 && <span className="tidings-schedule-off">{labels.noDelivery}</span>}
        {hours.map((text, index) => (
          <RangeEditor
            // Ranges have no id, and are edited by index.
            key={index}
            day={name}
            text={text}
            problem={problems[index]}
            isDraft={shown !== day}
            onChange={(range) => shown && change(replaceRange(shown, index, range))}
            onRemove={() => remove(index)}
          />
        ))}
        {hasFailed && (
          <p className="tidings-preference-failed" id={`${id}-failed`}>
            {labels.preferenceFailed}
          </p>
        )}
      </div>
      {isOn && (
        <div className="tidings-schedule-actions">
          <IconButton label={labels.copyHours(name)} aria-disabled={!onCopy || undefined} onClick={onCopy}>
            <CopyIcon />
          </IconButton>
          {free && (
            <IconButton label={labels.addRange(name)} onClick={add}>
              <PlusIcon />
            </IconButton>
          )}
        </div>
      )}
    </li>
  )
}

interface WeekEditorProps extends EditableSchedule {
  /** The current day in the subscriber's time zone, if known. */
  today: WeekDay | undefined
  titleId: string
}

export const WeekEditor = ({ schedule, failed, change, today, titleId }: WeekEditorProps) => {
  const labels = useLabels()
  const locale = useLocale()
  const announce = useAnnounce()
  /** A copy that can be reverted, until the next change. */
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
          return (
            <DayEditor
              key={day}
              name={name}
              day={schedule.weeklySchedule?.[day]}
              isToday={day === today}
              hasFailed={failed.has(day)}
              onChange={(hours) => changeDay({ weeklySchedule: { [day]: hours } })}
              onCopy={
                copied &&
                (() => {
                  changeDay(copied)
                  setCopy({ text: labels.hoursCopied(name), back: takeBack(schedule, copied) })
                })
              }
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
