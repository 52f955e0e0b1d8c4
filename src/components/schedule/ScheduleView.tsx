'use client'
import { forwardRef, useEffect, useId, useMemo, type ComponentPropsWithoutRef } from 'react'
import type { Schedule } from '../../contract/preferences.ts'
import { switchScheduleOn } from '../../schedule/changeSchedule.ts'
import { nextDelivery, type Delivery } from '../../schedule/nextDelivery.ts'
import { isTimeZone } from '../../schedule/timeZone.ts'
import { createWallClock } from '../../schedule/wallClock.ts'
import { classNames } from '../base/classNames.ts'
import { ClockIcon } from '../base/panelIcons.tsx'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttributes } from '../base/stateAttributes.ts'
import { Toggle } from '../base/Toggle.tsx'
import { useHydrated } from '../base/useHydrated.ts'
import { usePreferenceEdits } from '../edits/preferenceEdits.ts'
import { useAnnounce } from '../feedback/Announcer.tsx'
import type { InboxLabels } from '../language/labels.ts'
import { useLocale } from '../language/LanguageProvider.tsx'
import { useMinute } from '../language/sharedClock.ts'
import { useLabels } from '../language/useLabels.ts'
import { useSchedule, type OnScheduleChange } from './useSchedule.ts'
import { WeekEditor } from './WeekEditor.tsx'
import { formatMoment } from './weekFormat.ts'
import { WeekTable } from './WeekTable.tsx'

/** State of a ScheduleView: its `data-*` attributes, and the second argument of `render`. */
export type ScheduleViewState = {
  /**
   * Whether notifications are delivered now. Undefined on a server, and in a time zone that the browser does not know.
   */
  delivery: Delivery['kind'] | undefined
}

export interface ScheduleViewProps
  extends Omit<ComponentPropsWithoutRef<'section'>, 'children'>, Replaceable<ScheduleViewState> {
  /** The delivery hours. */
  schedule: Schedule
  /**
   * The subscriber's time zone (IANA), such as "Europe/Berlin". It shows below the hours and decides whether
   * notifications are delivered now. For a time zone that the browser does not know, only the name shows. Default: the
   * browser's.
   */
  timeZone?: string | undefined
  /**
   * Makes the hours editable, and saves a change. A change shows at once, and reverts if the function throws or
   * rejects. Changes are saved one after another.
   */
  onScheduleChange?: OnScheduleChange | undefined
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

const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * The weekly delivery hours in the reader's locale and hour cycle, and a sentence about now. Editable with
 * `onScheduleChange`. State: `data-delivery` "always", "never", "now", "later" or "unknown"; on a day `data-today` and
 * `data-off`, and if editable `data-failed`; on hours that can't be parsed `data-unreadable`.
 */
export const ScheduleView = forwardRef<HTMLElement, ScheduleViewProps>(function ScheduleView(
  { schedule: saved, timeZone, onScheduleChange, render, className, ...rest },
  ref,
) {
  const labels = useLabels()
  const locale = useLocale()
  const announce = useAnnounce()
  const titleId = useId()
  const now = useMinute()
  const editable = useSchedule(saved, usePreferenceEdits().schedule, onScheduleChange)
  const { schedule, failed, change } = editable
  // The clock and time zone of a server are not the reader's.
  const isHydrated = useHydrated()
  const isNowKnown = useMemo(
    () => isHydrated && (timeZone === undefined || isTimeZone(timeZone)),
    [isHydrated, timeZone],
  )
  const delivery = useMemo(
    () => (isNowKnown ? nextDelivery(schedule, timeZone, now) : undefined),
    [schedule, timeZone, now, isNowKnown],
  )
  const today = useMemo(
    () => (isNowKnown ? createWallClock(timeZone).at(now).day : undefined),
    [timeZone, now, isNowKnown],
  )

  const failures = failed.size
  useEffect(() => {
    if (failures > 0) announce(labels.preferenceFailed)
  }, [failures, announce, labels])

  const hasWeek = schedule.isEnabled && (schedule.weeklySchedule !== undefined || onScheduleChange !== undefined)
  const state = { delivery: delivery?.kind }
  return renderPart(
    <section
      {...rest}
      {...stateAttributes(state)}
      ref={ref}
      aria-labelledby={titleId}
      className={classNames('tidings-schedule', className)}
    >
      <h3 className="tidings-preference-title" id={titleId}>
        {labels.schedule}
      </h3>
      {delivery && (
        <p className="tidings-schedule-now">
          <ClockIcon />
          {deliveryText(delivery, labels, (instant) => formatMoment(instant, now, timeZone, locale))}
        </p>
      )}
      {onScheduleChange && (
        <Toggle
          checked={schedule.isEnabled}
          onCheckedChange={(isEnabled) => change(isEnabled ? switchScheduleOn(schedule) : { isEnabled })}
        >
          {labels.scheduleSwitch}
        </Toggle>
      )}
      {failed.has('isEnabled') && <p className="tidings-preference-failed">{labels.preferenceFailed}</p>}
      {hasWeek && !onScheduleChange && <WeekTable schedule={schedule} today={today} titleId={titleId} />}
      {hasWeek && onScheduleChange && <WeekEditor {...editable} today={today} titleId={titleId} />}
      {hasWeek && (timeZone !== undefined || isHydrated) && (
        <p className="tidings-preference-note">{labels.timeZone((timeZone ?? ownTimeZone()).replaceAll('_', ' '))}</p>
      )}
    </section>,
    render,
    state,
  )
})
