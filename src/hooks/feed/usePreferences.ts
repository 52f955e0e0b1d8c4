'use client'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { PreferencesChange } from '../../contract/extensions/preferencesChange.ts'
import type { Preferences, PreferencesQuery } from '../../contract/preferences.ts'
import type { StampedPreferences } from '../../state/model/stampedPage.ts'
import { preferenceChangesOf, showPreferences } from '../../state/preferenceChanges.ts'
import { preferencesOptions } from '../../state/preferencesOptions.ts'
import { useInbox, useIntentLog } from '../provider/InboxProvider.tsx'

/** TanStack's query result for the preferences, and the function that changes them. */
export type PreferencesResult = UseQueryResult<Preferences> & {
  /**
   * Saves a change of the subscriber's own preferences: channels of all workflows, channels of the workflow with
   * `workflowId`, or the whole schedule. What the change omits stays as it is.
   *
   * `data` shows the change at once, and no longer if it fails. Pass the workflow's identifier: with its id, the change
   * shows only after the save. Changes are sent one after another, and wait while the browser is offline: with
   * `persist` of the provider also across a reload. A change of subscriber drops those that wait: their promises never
   * settle. The function is the same in every render.
   *
   * @returns a promise that resolves when the service has saved the change. It rejects with the typed error, such as an
   * `HttpError`, which `onError` gets too. A response of 404, 405 or 501 means that the service does not save
   * preferences: later calls reject with the same error, and nothing is sent.
   */
  update: (change: PreferencesChange) => Promise<void>
}

/**
 * The subscriber's preferences: the global ones, and those of each workflow, as changed by every `update`, including
 * pending ones.
 *
 * @param query `criticality` selects the workflows: `'critical'`, `'nonCritical'` or `'all'`. Default: `'nonCritical'`.
 * @returns TanStack's query result with `update`. Its `data` is the `Preferences`, and its `error` the failed request.
 * @throws SetupError outside an InboxProvider.
 */
export const usePreferences = (query: PreferencesQuery = {}): PreferencesResult => {
  const { store, isSignedIn } = useInbox()
  const { changesIn, update } = preferenceChangesOf(store)
  const changes = useIntentLog(changesIn)
  const result = useQuery(
    {
      ...preferencesOptions(store, query),
      enabled: isSignedIn,
      select: (fetched) => showPreferences(fetched, changes),
    },
    store.queryClient,
  )
  return { ...result, update }
}

const unchanged = ({ preferences }: StampedPreferences) => preferences

/** The subscriber's preferences as they were fetched, for a view that has a log of its own. */
export const useFetchedPreferences = (query: PreferencesQuery): UseQueryResult<Preferences> => {
  const { store, isSignedIn } = useInbox()
  return useQuery({ ...preferencesOptions(store, query), select: unchanged, enabled: isSignedIn }, store.queryClient)
}
