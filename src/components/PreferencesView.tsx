'use client'
import { forwardRef, useId, type ComponentPropsWithoutRef } from 'react'
import type { Channel } from '../contract/channel.ts'
import type { ChannelPreference, Preferences, WorkflowPreference } from '../contract/preferences.ts'
import { ChannelList } from './ChannelList.tsx'
import { classNames } from './classNames.ts'
import { ErrorState } from './ErrorState.tsx'
import { FeedSkeleton } from './FeedSkeleton.tsx'
import { useLabels } from './LanguageProvider.tsx'
import { ScheduleView } from './ScheduleView.tsx'
import { stateAttribute } from './stateAttribute.ts'

/** A channel that a reader switched. */
export interface PreferenceChange {
  /** Undefined: for all workflows at once. */
  workflow: WorkflowPreference['workflow'] | undefined
  channel: Channel
  enabled: boolean
}

export interface PreferencesViewProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** How the request fares. While there are preferences to show, they show. Default "ready". */
  status?: 'loading' | 'error' | 'ready'
  /** What 4.5 answered. */
  preferences?: Preferences | undefined
  /** Identifiers of the workflows that their reader may not switch off: those of 4.5 with `criticality=critical`. */
  critical?: readonly string[]
  /** The subscriber's time zone (IANA), where it is known: see ScheduleView. */
  timeZone?: string | undefined
  onRetry?: (() => void) | undefined
  /**
   * Makes the channels switches. The interface itself only reads preferences, so that saving is the host's. A switch shows
   * its new state at once; it turns back when the returned promise is rejected.
   */
  onPreferenceChange?: ((change: PreferenceChange) => unknown) | undefined
}

interface GroupProps {
  name: string
  enabled: boolean
  channels: ChannelPreference
  alwaysOn?: boolean
  onChannelChange: ((channel: Channel, enabled: boolean) => unknown) | undefined
}

const PreferenceGroup = ({ name, enabled, channels, alwaysOn = false, onChannelChange }: GroupProps) => {
  const labels = useLabels()
  const id = useId()
  const hasChannels = Object.values(channels).some((channel) => typeof channel === 'boolean')
  const note = alwaysOn ? labels.alwaysOn : enabled ? undefined : labels.switchedOff
  return (
    <div className="tidings-preference" data-critical={stateAttribute(alwaysOn)} data-off={stateAttribute(!enabled)}>
      <div className="tidings-preference-head">
        <h3 className="tidings-preference-name" id={id}>
          <bdi>{name}</bdi>
        </h3>
        {note !== undefined && <span className="tidings-preference-note">{note}</span>}
      </div>
      {hasChannels ? (
        <ChannelList
          aria-labelledby={id}
          channels={channels}
          alwaysOn={alwaysOn}
          onChannelChange={onChannelChange}
        />
      ) : (
        <p className="tidings-preference-note">{labels.noChannels}</p>
      )}
    </div>
  )
}

/** A subscriber's preferences (4.5): the channels of all workflows and of each, and the delivery hours. */
export const PreferencesView = forwardRef<HTMLDivElement, PreferencesViewProps>(function PreferencesView(
  { status = 'ready', preferences, critical = [], timeZone, onRetry, onPreferenceChange, className, ...rest },
  ref,
) {
  const labels = useLabels()
  const change = (workflow: WorkflowPreference['workflow'] | undefined) =>
    onPreferenceChange && ((channel: Channel, enabled: boolean) => onPreferenceChange({ workflow, channel, enabled }))

  return (
    <div
      role="group"
      aria-label={labels.preferences}
      // It scrolls, and where it can't be edited nothing in it would take the focus that scrolling by keys needs.
      tabIndex={0}
      {...rest}
      ref={ref}
      className={classNames('tidings-preferences', className)}
      aria-busy={status === 'loading'}
      data-status={status}
    >
      {!preferences && status === 'loading' && <FeedSkeleton rows={4} />}
      {!preferences && status === 'error' && <ErrorState message={labels.preferencesFailed} onRetry={onRetry} />}
      {preferences && (
        <>
          <PreferenceGroup
            name={labels.allWorkflows}
            enabled={preferences.global.enabled}
            channels={preferences.global.channels}
            onChannelChange={change(undefined)}
          />
          {preferences.global.schedule && <ScheduleView schedule={preferences.global.schedule} timeZone={timeZone} />}
          {preferences.workflows.map(({ workflow, enabled, channels }) => (
            <PreferenceGroup
              key={workflow.identifier}
              name={workflow.name}
              enabled={enabled}
              channels={channels}
              alwaysOn={critical.includes(workflow.identifier)}
              onChannelChange={change(workflow)}
            />
          ))}
        </>
      )}
    </div>
  )
})
