'use client'
import { forwardRef, useMemo, useRef, useState, type ComponentPropsWithoutRef } from 'react'
import type { Schedule, WeekDay } from '../../contract/preferences.ts'
import { useHydrated } from '../../hooks/utils/useHydrated.ts'
import { useUniqueId } from '../../hooks/utils/useUniqueId.ts'
import { switchScheduleOn } from '../../schedule/changeSchedule.ts'
import { nextDelivery, type Delivery } from '../../schedule/nextDelivery.ts'
import { isTimeZone } from '../../schedule/timeZone.ts'
import { createWallClock, ownTimeZone } from '../../schedule/wallClock.ts'
import { classNames } from '../base/classNames.ts'
import { ClockIcon } from '../base/panelIcons.tsx'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttributes } from '../base/stateAttributes.ts'
import { Toggle } from '../base/Toggle.tsx'
import { useEscape } from '../base/useEscape.ts'
import { useForkedRef } from '../base/useForkedRef.ts'
import { usePreferenceEdits } from '../edits/preferenceEdits.ts'
import { useAnnouncement } from '../feedback/Announcer.tsx'
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
  /**
   * Whether editable hours are folded: the user sees a summary ("Mon – Fri"), until "Edit" shows the fields. "Edit"
   * or Escape folds them again. PreferencesView sets it. Default false: the fields always show.
   */
  foldable?: boolean | undefined
}

const deliveryText = (delivery: Delivery, labels: InboxLabels, formatTime: (instant: number) => string): string =>
  delivery.kind === 'now'
    ? labels.deliveredUntil(formatTime(delivery.until))
    : delivery.kind === 'later'
      ? labels.quietUntil(formatTime(delivery.from))
      : { always: labels.deliveredAlways, never: labels.deliveredNever, unknown: labels.hoursUnreadable }[delivery.kind]

/**
 * The weekly delivery hours in the user's locale and hour cycle, and a sentence about now. Days of the same hours are
 * together. Editable by day with `onScheduleChange`. State: `data-delivery` "always", "never", "now", "later" or
 * "unknown"; on a day of the editor `data-today`, `data-off` and `data-failed`; on hours that can't be parsed
 * `data-unreadable`.
 */
export const ScheduleView = forwardRef<HTMLElement, ScheduleViewProps>(function ScheduleView(
  { schedule: saved, timeZone, onScheduleChange, foldable, render, className, ...rest },
  forwardedRef,
) {
  const labels = useLabels()
  const locale = useLocale()
  const ref = useRef<HTMLElement>(null)
  const forkedRef = useForkedRef(ref, forwardedRef)
  const titleId = useUniqueId()
  const now = useMinute()
  const editable = useSchedule(saved, usePreferenceEdits().schedule, onScheduleChange)
  const { schedule, failed, change } = editable
  // The clock and time zone of a server are not the user's.
  const isHydrated = useHydrated()
  const { delivery, today } = useMemo(
    (): { delivery?: Delivery; today?: WeekDay } =>
      isHydrated && (timeZone === undefined || isTimeZone(timeZone))
        ? { delivery: nextDelivery(schedule, timeZone, now), today: createWallClock(timeZone).at(now).day }
        : {},
    [schedule, timeZone, now, isHydrated],
  )
  const [isUnfolded, setUnfolded] = useState(!foldable)
  const fold = () => {
    setUnfolded(false)
    // "Done" is the first one.
    ref.current?.querySelector('button')?.focus()
  }
  const foldOnEscape = useEscape(ref, foldable && isUnfolded ? fold : undefined)
  const edit = isUnfolded && onScheduleChange

  const failures = failed.size
  useAnnouncement(failures > 0 && labels.preferenceFailed, failures)

  const hasWeek = schedule.isEnabled && (schedule.weeklySchedule !== undefined || edit !== undefined)
  const state = { delivery: delivery?.kind }
  return renderPart(
    <section
      {...rest}
      {...stateAttributes(state)}
      ref={forkedRef}
      aria-labelledby={titleId}
      className={classNames('tidings-schedule', className)}
      onKeyDown={(event) => {
        rest.onKeyDown?.(event)
        foldOnEscape(event)
      }}
    >
      <div className="tidings-preference-head">
        <h3 className="tidings-preference-title" id={titleId}>
          {labels.schedule}
        </h3>
        {foldable && onScheduleChange && (
          <button
            type="button"
            className="tidings-button"
            // Orca does not say a name that changes.
            aria-expanded={isUnfolded}
            aria-describedby={titleId}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            {isUnfolded ? labels.doneEditing : labels.edit}
          </button>
        )}
      </div>
      {delivery && (
        <p className="tidings-schedule-now">
          <ClockIcon />
          <span>{deliveryText(delivery, labels, (instant) => formatMoment(instant, now, timeZone, locale))}</span>
        </p>
      )}
      {edit && (
        <Toggle
          checked={schedule.isEnabled}
          onCheckedChange={(isEnabled) => change(isEnabled ? switchScheduleOn(schedule) : { isEnabled })}
        >
          {labels.scheduleSwitch}
        </Toggle>
      )}
      {(edit ? failed.has('isEnabled') : failures > 0) && (
        <p className="tidings-preference-failed">{labels.preferenceFailed}</p>
      )}
      {hasWeek && !edit && <WeekTable schedule={schedule} titleId={titleId} />}
      {hasWeek && edit && <WeekEditor {...editable} today={today} titleId={titleId} />}
      {hasWeek && <p className="tidings-preference-note">{labels.shownAtAnyTime}</p>}
      {hasWeek && (timeZone !== undefined || isHydrated) && (
        <p className="tidings-preference-note">{labels.timeZone((timeZone ?? ownTimeZone()).replaceAll('_', ' '))}</p>
      )}
    </section>,
    render,
    state,
  )
})
