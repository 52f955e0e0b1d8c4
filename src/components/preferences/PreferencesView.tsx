'use client'
import { forwardRef, useRef, type ComponentPropsWithoutRef } from 'react'
import type { Channel } from '../../contract/channel.ts'
import type { Preferences } from '../../contract/preferences.ts'
import { useBrowserLayoutEffect } from '../../hooks/utils/useLatest.ts'
import { focusIsLost } from '../base/focus.ts'
import { classNames, renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttributes } from '../base/stateAttributes.ts'
import { useForkedRef } from '../base/useForkedRef.ts'
import { usePreferenceEdits } from '../edits/preferenceEdits.ts'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { FeedSkeleton } from '../feedback/FeedSkeleton.tsx'
import { useLabels } from '../language/LanguageProvider.tsx'
import { ScheduleView, type ScheduleViewProps } from '../schedule/ScheduleView.tsx'
import type { GroupOf, WorkflowInfo } from './preferenceGroups.ts'
import { PreferenceRow } from './PreferenceRow.tsx'
import { WorkflowPreferences } from './WorkflowPreferences.tsx'

/** A channel that a reader switched. */
export interface PreferenceChange {
  /** Undefined: for all workflows at once. */
  workflow: WorkflowInfo | undefined
  /** Which channel was switched. */
  channel: Channel
  /** What it shall be from now on. */
  enabled: boolean
}

/** What a PreferencesView says by its `data-*`, and to `render`. */
export type PreferencesViewState = {
  /** How the request fares. */
  status: 'loading' | 'error' | 'ready'
}

export interface PreferencesViewProps
  extends
    Omit<ComponentPropsWithoutRef<'div'>, 'children'>,
    Replaceable<PreferencesViewState>,
    Pick<ScheduleViewProps, 'timeZone' | 'onScheduleChange'> {
  /** How the request fares. While there are preferences to show, they show. Default "ready". */
  status?: 'loading' | 'error' | 'ready'
  /** What 4.5 answered. */
  preferences?: Preferences | undefined
  /** Identifiers of the workflows that their reader may not switch off: those of 4.5 with `criticality=critical`. */
  critical?: readonly string[]
  /**
   * Puts workflows in groups of your own: return a group's title. The interface's preferences hold no tags to go by. Default:
   * what is critical stands below the others, as "Always on".
   */
  groupOf?: GroupOf | undefined
  /** Why the request failed: see `ErrorState`. */
  error?: unknown
  /** Asks again, after a failure. */
  onRetry?: (() => void) | undefined
  /**
   * Makes the channels switches. The interface itself only reads preferences, so that saving is the host's. A switch shows
   * its new state at once; it turns back when the returned promise is rejected.
   */
  onPreferenceChange?: ((change: PreferenceChange) => unknown) | undefined
}

const noSchedule = { isEnabled: false }

/** A subscriber's preferences (4.5): the channels of all workflows and of each, and the delivery hours. State: `data-status`. */
export const PreferencesView = forwardRef<HTMLDivElement, PreferencesViewProps>(function PreferencesView(
  {
    status = 'ready',
    preferences,
    critical = [],
    groupOf,
    timeZone,
    error,
    onRetry,
    onPreferenceChange,
    onScheduleChange,
    render,
    className,
    ...rest
  },
  forwardedRef,
) {
  const labels = useLabels()
  const ref = useRef<HTMLDivElement>(null)
  const forkedRef = useForkedRef(ref, forwardedRef)
  const hasRetried = useRef(false)
  const edits = usePreferenceEdits()
  const rowOf = (workflow: WorkflowInfo | undefined) => ({
    edits: edits.channelsOf(workflow?.identifier),
    onChannelChange:
      onPreferenceChange &&
      ((channel: Channel, enabled: boolean) => onPreferenceChange({ workflow, channel, enabled })),
  })
  const schedule = preferences?.global.schedule ?? (onScheduleChange && noSchedule)

  const hasFailed = !preferences && status === 'error'
  // "Try again" goes when it is used, and would take the focus with it.
  useBrowserLayoutEffect(() => {
    if (hasFailed || !hasRetried.current) return
    hasRetried.current = false
    if (ref.current && focusIsLost(ref.current)) ref.current.focus({ preventScroll: true })
  }, [hasFailed])
  const retry = () => {
    hasRetried.current = true
    onRetry?.()
  }

  const state = { status }
  return renderPart(
    <div
      role="group"
      aria-label={labels.preferences}
      // It scrolls, and where it can't be edited nothing in it would take the focus that scrolling by keys needs.
      tabIndex={0}
      {...rest}
      {...stateAttributes(state)}
      ref={forkedRef}
      className={classNames('tidings-preferences', className)}
      aria-busy={status === 'loading'}
    >
      {!preferences && status === 'loading' && <FeedSkeleton rows={4} />}
      {hasFailed && <ErrorState message={labels.preferencesFailed} error={error} onRetry={onRetry && retry} />}
      {preferences && (
        <>
          <PreferenceRow
            name={labels.allWorkflows}
            level={3}
            enabled={preferences.global.enabled}
            channels={preferences.global.channels}
            {...rowOf(undefined)}
          />
          {schedule && <ScheduleView schedule={schedule} timeZone={timeZone} onScheduleChange={onScheduleChange} />}
          <WorkflowPreferences
            workflows={preferences.workflows}
            isCritical={({ identifier }) => critical.includes(identifier)}
            groupOf={groupOf}
            rowOf={rowOf}
          />
        </>
      )}
    </div>,
    render,
    state,
  )
})
