'use client'
import { forwardRef, useRef, type ComponentPropsWithoutRef } from 'react'
import { type Channel, channels } from '../../contract/channel.ts'
import type { Preferences } from '../../contract/preferences.ts'
import { useHydrated } from '../../hooks/utils/useHydrated.ts'
import { classNames } from '../base/classNames.ts'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttributes } from '../base/stateAttributes.ts'
import { useForkedRef } from '../base/useForkedRef.ts'
import { useOwnScroll } from '../base/useOwnScroll.ts'
import { shownFields } from '../edits/editLog.ts'
import { useEdits, usePreferenceEdits } from '../edits/preferenceEdits.ts'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { FeedSkeleton } from '../feedback/FeedSkeleton.tsx'
import { useFocusAfterFailure } from '../feedback/useFocusAfterFailure.ts'
import { useLanguageAttributes } from '../language/LanguageProvider.tsx'
import { useLabels } from '../language/useLabels.ts'
import { ScheduleView, type ScheduleViewProps } from '../schedule/ScheduleView.tsx'
import type { GroupOf, WorkflowInfo } from './preferenceGroups.ts'
import { PreferenceRow } from './PreferenceRow.tsx'
import { WorkflowPreferences } from './WorkflowPreferences.tsx'

/** A channel that the user switched. */
export interface PreferenceChange {
  /** The workflow. Undefined: all workflows. */
  workflow: WorkflowInfo | undefined
  /** The channel. */
  channel: Channel
  /** Whether the channel is now on. */
  enabled: boolean
}

/** State of a PreferencesView: its `data-*` attributes, and the second argument of `render`. */
export type PreferencesViewState = {
  /** Load state of the preferences. */
  status: 'loading' | 'error' | 'ready'
}

export interface PreferencesViewProps
  extends
    Omit<ComponentPropsWithoutRef<'div'>, 'children'>,
    Replaceable<PreferencesViewState>,
    Pick<ScheduleViewProps, 'onScheduleChange'> {
  /** Load state of the preferences. It shows only without `preferences`. Default "ready". */
  status?: 'loading' | 'error' | 'ready'
  /** The preferences, as the service returns them with `criticality=all`. */
  preferences?: Preferences | undefined
  /**
   * Identifiers of the workflows that the user can't switch off, as returned with `criticality=critical`. Default:
   * none.
   */
  critical?: readonly string[]
  /**
   * The user's time zone (IANA), such as "Europe/Berlin". The delivery hours are in it, unless the preferences name the
   * zone in which the service reads them. For a time zone that the browser does not know, only the name shows. Default:
   * the browser's.
   */
  timeZone?: string | undefined
  /**
   * Returns the title of a workflow's group. Workflows have no tags in the preferences, so that you map their
   * identifiers. Default: critical workflows are in the group "Always on", below the others.
   */
  groupOf?: GroupOf | undefined
  /** The error of the request: see `ErrorState`. */
  error?: unknown
  /** Called when the user presses "Try again" after a failure. Fetch the preferences again. */
  onRetry?: (() => void) | undefined
  /**
   * Makes the channels switches, and saves a change. A switch shows its new state at once, and reverts if the function
   * throws or rejects.
   */
  onPreferenceChange?: ((change: PreferenceChange) => unknown) | undefined
}

const noSchedule = { isEnabled: false }

/**
 * A subscriber's preferences: channels for all workflows, delivery hours, and channels of each workflow. State:
 * `data-status`.
 */
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
  const language = useLanguageAttributes()
  const ref = useRef<HTMLDivElement>(null)
  const forkedRef = useForkedRef(ref, forwardedRef)
  const isHydrated = useHydrated()
  const edits = usePreferenceEdits()
  const made = useEdits(edits.channelsOf(undefined))
  const rowOf = (workflow: WorkflowInfo | undefined) => ({
    edits: edits.channelsOf(workflow?.identifier),
    // With the changes that the service has not confirmed yet.
    all: workflow && preferences && shownFields(preferences.global.channels, made),
    onChannelChange:
      onPreferenceChange &&
      ((channel: Channel, enabled: boolean) => onPreferenceChange({ workflow, channel, enabled })),
  })
  const schedule = preferences?.global.schedule ?? (onScheduleChange && noSchedule)

  const hasFailed = !preferences && status === 'error'
  useFocusAfterFailure(hasFailed, ref)
  useOwnScroll(ref)

  const state = { status }
  return renderPart(
    <div
      role="group"
      aria-label={labels.preferences}
      // Scrolling by keys needs the focus inside. Preferences that can't be edited contain no other tab stop.
      tabIndex={0}
      {...language}
      {...rest}
      {...stateAttributes(state)}
      ref={forkedRef}
      className={classNames('tidings-preferences', className)}
      aria-busy={status === 'loading'}
    >
      {!preferences && status === 'loading' && <FeedSkeleton rows={4} />}
      {hasFailed && <ErrorState message={labels.preferencesFailed} error={error} onRetry={onRetry} />}
      {preferences && (
        <>
          {schedule && (
            <ScheduleView
              schedule={schedule}
              timeZone={preferences.timeZone ?? timeZone}
              onScheduleChange={onScheduleChange}
              foldable
            />
          )}
          <div className="tidings-preference-columns">
            {/* A wide view shows the channels in columns below these names. Each switch has its own name. */}
            {isHydrated && (
              <div className="tidings-preference tidings-preference-note tidings-preference-names" aria-hidden="true">
                {channels.map(
                  (channel) =>
                    [preferences.global, ...preferences.workflows].some(
                      (row) => row.channels[channel] !== undefined,
                    ) && (
                      <span key={channel} style={{ gridColumn: channel }}>
                        {labels.channel(channel)}
                      </span>
                    ),
                )}
              </div>
            )}
            <PreferenceRow
              name={labels.allWorkflows}
              level={3}
              enabled={preferences.global.enabled}
              channels={preferences.global.channels}
              {...rowOf(undefined)}
            />
            <WorkflowPreferences
              workflows={preferences.workflows}
              critical={critical}
              groupOf={groupOf}
              rowOf={rowOf}
            />
          </div>
        </>
      )}
    </div>,
    render,
    state,
  )
})
