'use client'
import { useState } from 'react'
import { useFetchedPreferences } from '../../hooks/feed/usePreferences.ts'
import { useInbox } from '../../hooks/provider/InboxProvider.tsx'
import { ownTimeZone } from '../../schedule/wallClock.ts'
import { preferenceChangesOf } from '../../state/preferenceChanges.ts'
import { withErrorReport } from '../base/withErrorReport.ts'
import { PreferenceEditsProvider, preferenceEditsOf } from '../edits/preferenceEdits.ts'
import { OfflineStrip } from '../feedback/OfflineStrip.tsx'
import { PreferencesView, type PreferencesViewProps } from '../preferences/PreferencesView.tsx'

export interface InboxPreferencesProps extends Omit<
  PreferencesViewProps,
  'status' | 'error' | 'preferences' | 'critical' | 'onRetry' | 'onPreferenceChange' | 'onScheduleChange'
> {
  /** Shows the preferences as text, as for a service that does not save them. Default false. */
  readOnly?: boolean
  /**
   * Saves a switched channel yourself, instead of the service. The switch shows its new state at once, and reverts if
   * the function throws or rejects. With this or `onScheduleChange`, the service saves nothing.
   */
  onPreferenceChange?: PreferencesViewProps['onPreferenceChange']
  /** Saves changed delivery hours yourself, in the same way. */
  onScheduleChange?: PreferencesViewProps['onScheduleChange']
}

type Handlers = Pick<InboxPreferencesProps, 'onPreferenceChange' | 'onScheduleChange'>

/** The subscriber's preferences with `PreferencesView`, which logs the state of each switch. */
export const InboxPreferences = ({
  readOnly = false,
  onPreferenceChange,
  onScheduleChange,
  ...rest
}: InboxPreferencesProps) => {
  const all = useFetchedPreferences({ criticality: 'all' })
  // The response has no mark for critical workflows. A second request fetches only those.
  const critical = useFetchedPreferences({ criticality: 'critical' })
  const isReady = all.data !== undefined && critical.data !== undefined
  const { store } = useInbox()
  const { isSupported, update } = preferenceChangesOf(store)
  const isHosts = onPreferenceChange !== undefined || onScheduleChange !== undefined
  // Read once. If the service refuses a change, the switch has to show it.
  const [isEditable] = useState(isSupported)
  const ofService: Handlers = isEditable
    ? {
        onPreferenceChange: ({ workflow, channel, enabled }) =>
          update({ workflowId: workflow?.identifier, channels: { [channel]: enabled } }),
        onScheduleChange: (schedule) =>
          // A service that does not name zones gets none.
          update(all.data?.timeZone === null ? { schedule, timeZone: rest.timeZone ?? ownTimeZone() } : { schedule }),
      }
    : {}
  // Refetch what the app saved. Otherwise the cache has the old value, and a change back to it on another device goes
  // unnoticed.
  const thenRefetch = <Saved extends unknown[]>(save: ((...saved: Saved) => unknown) | undefined) =>
    withErrorReport(
      save &&
        (async (...saved: Saved) => {
          await save(...saved)
          void all.refetch()
        }),
      store.report,
    )
  const handlers: Handlers = isHosts
    ? { onPreferenceChange: thenRefetch(onPreferenceChange), onScheduleChange: thenRefetch(onScheduleChange) }
    : ofService
  return (
    <PreferenceEditsProvider value={preferenceEditsOf(store)}>
      {/* Before the preferences, since styles make space at the end of what follows. */}
      {!isHosts && (
        <div className="tidings-notices">
          <OfflineStrip />
        </div>
      )}
      <PreferencesView
        {...rest}
        status={isReady ? 'ready' : all.isError || critical.isError ? 'error' : 'loading'}
        preferences={isReady ? all.data : undefined}
        error={all.error}
        critical={critical.data?.workflows.map(({ workflow }) => workflow.identifier) ?? []}
        {...(!readOnly && handlers)}
        onRetry={() => void Promise.all([all.refetch(), critical.refetch()])}
      />
    </PreferenceEditsProvider>
  )
}
