'use client'
import { useMemo, type ComponentPropsWithoutRef } from 'react'
import { fullDay, type Minutes } from '../state/schedule/clockTime.ts'
import { useLocale } from './LanguageProvider.tsx'
import { formatClockTime } from './weekFormat.ts'

export interface TimeSelectProps extends Omit<ComponentPropsWithoutRef<'select'>, 'value' | 'onChange' | 'children'> {
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
export const TimeSelect = ({ value, edge, onValueChange, ...rest }: TimeSelectProps) => {
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
