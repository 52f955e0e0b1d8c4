'use client'
import { type FormEvent, useRef } from 'react'
import { fromWallTime, snoozeTimes, toWallTime } from '../../schedule/snoozeTimes.ts'
import { Popup, type PopupProps } from '../base/Popup.tsx'
import { useLabels } from '../language/useLabels.ts'

const year = 365 * 24 * 60 * 60_000

interface SnoozeFormProps extends Pick<PopupProps, 'anchor' | 'onClose'> {
  /** The time by the service's clock, in milliseconds since 1970. */
  now: number
  timeZone: string | undefined
  onSnooze: (until: number) => void
}

/** A date and time by the user's wall clock, at most a year away. At first: tomorrow at 9:00. */
export const SnoozeForm = ({ now, timeZone, onSnooze, ...popup }: SnoozeFormProps) => {
  const labels = useLabels()
  const field = useRef<HTMLInputElement>(null)
  const wallTime = (instant: number | undefined) => instant && toWallTime(instant, timeZone)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const until = fromWallTime(field.current?.value ?? '', timeZone)
    // The browser has checked the limits. Only some browsers refuse a time without a date.
    if (!(until > now)) return
    popup.onClose()
    onSnooze(until)
  }
  return (
    <Popup {...popup} role="dialog" aria-label={labels.snoozeUntil}>
      <form className="tidings-snooze-form" onSubmit={submit}>
        <label className="tidings-snooze-label">
          {labels.snoozeUntil}
          <input
            className="tidings-snooze-field"
            type="datetime-local"
            ref={field}
            required
            min={wallTime(now)}
            max={wallTime(now + year)}
            defaultValue={wallTime(snoozeTimes(now, timeZone).find(({ kind }) => kind === 'tomorrow')?.until)}
          />
        </label>
        <button type="submit" className="tidings-button" data-type="primary">
          {labels.snooze}
        </button>
        <button type="button" className="tidings-button" onClick={() => popup.onClose()}>
          {labels.cancel}
        </button>
      </form>
    </Popup>
  )
}
