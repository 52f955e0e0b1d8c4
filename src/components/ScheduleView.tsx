'use client'
import { forwardRef, useId, useMemo, type ComponentPropsWithoutRef } from 'react'
import type { DaySchedule, Schedule } from '../contract/preferences.ts'
import { fullDay } from '../state/schedule/clockTime.ts'
import { nextDelivery, type Delivery } from '../state/schedule/nextDelivery.ts'
import { readDay } from '../state/schedule/readDay.ts'
import { createWallClock, isTimeZone } from '../state/schedule/wallClock.ts'
import { classNames } from './classNames.ts'
import { ClockIcon } from './icons.tsx'
import type { InboxLabels } from './labels.ts'
import { useLabels, useLocale } from './LanguageProvider.tsx'
import { stateAttribute } from './stateAttribute.ts'
import { useMinute } from './useMinute.ts'
import { formatClockTime, formatMoment, formatWeekDay, orderedWeekDays } from './weekFormat.ts'

export interface ScheduleViewProps extends Omit<ComponentPropsWithoutRef<'section'>, 'children'> {
  /** The delivery hours (2.9). */
  schedule: Schedule
  /**
   * The subscriber's time zone (IANA): it is named, and "now" is told by it. Without it, "now" goes by the reader's own
   * zone. One that this browser does not know is named, but nothing is said about now.
   */
  timeZone?: string | undefined
}

const deliveryText = (delivery: Delivery, labels: InboxLabels, formatTime: (instant: number) => string): string => {
  switch (delivery.kind) {
    case 'always':
      return labels.deliveredAlways
    case 'never':
      return labels.deliveredNever
    case 'now':
      return labels.deliveredUntil(formatTime(delivery.until))
    case 'later':
      return labels.quietUntil(formatTime(delivery.from))
    case 'unknown':
      return labels.hoursUnreadable
  }
}

const DayHours = ({ day }: { day: DaySchedule | undefined }) => {
  const labels = useLabels()
  const locale = useLocale()
  const ranges = readDay(day)
  if (ranges.length === 0) return <span className="tidings-schedule-off">{labels.noDelivery}</span>
  return ranges.map((range, index) => (
    <bdi
      // Ranges have no id; two may even be equal.
      key={index}
      className="tidings-schedule-range"
      data-unreadable={stateAttribute(range.kind === 'unreadable')}
    >
      {range.kind === 'unreadable' && labels.range(range.text.start, range.text.end, false)}
      {range.kind === 'range' &&
        (range.end - range.start === fullDay
          ? labels.allDay
          : labels.range(formatClockTime(range.start, locale), formatClockTime(range.end, locale), range.nextDay))}
    </bdi>
  ))
}

/**
 * The week's delivery hours in the reader's locale and hour cycle, and one sentence about now. State: `data-delivery`
 * "always", "never", "now", "later" or "unknown"; on today's row `data-today`, on hours that are no times
 * `data-unreadable`.
 */
export const ScheduleView = forwardRef<HTMLElement, ScheduleViewProps>(function ScheduleView(
  { schedule, timeZone, className, ...rest },
  ref,
) {
  const labels = useLabels()
  const locale = useLocale()
  const titleId = useId()
  const now = useMinute()
  const week = schedule.isEnabled ? schedule.weeklySchedule : undefined
  const isZoneKnown = useMemo(() => timeZone === undefined || isTimeZone(timeZone), [timeZone])
  const delivery = useMemo(
    () => (isZoneKnown ? nextDelivery(schedule, timeZone, now) : undefined),
    [schedule, timeZone, now, isZoneKnown],
  )
  const today = useMemo(
    () => (isZoneKnown ? createWallClock(timeZone).at(now).day : undefined),
    [timeZone, now, isZoneKnown],
  )

  return (
    <section
      {...rest}
      ref={ref}
      aria-labelledby={titleId}
      className={classNames('tidings-schedule', className)}
      data-delivery={delivery?.kind}
    >
      <h3 className="tidings-preference-name" id={titleId}>
        {labels.schedule}
      </h3>
      {delivery && (
        <p className="tidings-schedule-now">
          <ClockIcon />
          {deliveryText(delivery, labels, (instant) => formatMoment(instant, now, timeZone, locale))}
        </p>
      )}
      {week && (
        <table className="tidings-schedule-week" aria-labelledby={titleId}>
          <thead className="tidings-visually-hidden">
            <tr>
              <th scope="col">{labels.day}</th>
              <th scope="col">{labels.hours}</th>
            </tr>
          </thead>
          <tbody>
            {orderedWeekDays(locale).map((day) => (
              <tr key={day} data-today={stateAttribute(day === today)}>
                <th scope="row">{formatWeekDay(day, locale)}</th>
                <td>
                  <DayHours day={week[day]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {week && timeZone !== undefined && (
        <p className="tidings-preference-note">{labels.timeZone(timeZone.replaceAll('_', ' '))}</p>
      )}
    </section>
  )
})
