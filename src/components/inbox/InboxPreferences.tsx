'use client'
import { usePreferences } from '../../hooks/feed/usePreferences.ts'
import { useInbox } from '../../hooks/provider/InboxProvider.tsx'
import { withErrorReport } from '../base/withErrorReport.ts'
import { PreferenceEditsProvider, preferenceEditsOf } from '../edits/preferenceEdits.ts'
import { PreferencesView, type PreferencesViewProps } from '../preferences/PreferencesView.tsx'

export type InboxPreferencesProps = Omit<
  PreferencesViewProps,
  'status' | 'error' | 'preferences' | 'critical' | 'onRetry'
>

/** The subscriber's preferences: `usePreferences` with `PreferencesView`. */
export const InboxPreferences = ({ onPreferenceChange, onScheduleChange, ...rest }: InboxPreferencesProps) => {
  const all = usePreferences({ criticality: 'all' })
  // The response has no mark for critical workflows. A second request fetches only those.
  const critical = usePreferences({ criticality: 'critical' })
  const isReady = all.data !== undefined && critical.data !== undefined
  const { store } = useInbox()
  const edits = preferenceEditsOf(store)
  // Refetch the saved value. Otherwise the cache has the old one, and a change back to it on another device goes
  // unnoticed.
  const thenRefetch =
    <Saved extends unknown[]>(save: (...saved: Saved) => unknown) =>
    async (...saved: Saved) => {
      await save(...saved)
      void all.refetch()
    }
  return (
    <PreferenceEditsProvider value={edits}>
      <PreferencesView
        {...rest}
        status={isReady ? 'ready' : all.isError || critical.isError ? 'error' : 'loading'}
        preferences={isReady ? all.data : undefined}
        error={all.error}
        critical={critical.data?.workflows.map(({ workflow }) => workflow.identifier) ?? []}
        onPreferenceChange={withErrorReport(onPreferenceChange && thenRefetch(onPreferenceChange), store.report)}
        onScheduleChange={withErrorReport(onScheduleChange && thenRefetch(onScheduleChange), store.report)}
        onRetry={() => void Promise.all([all.refetch(), critical.refetch()])}
      />
    </PreferenceEditsProvider>
  )
}
