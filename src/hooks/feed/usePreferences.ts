'use client'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Preferences, PreferencesQuery } from '../../contract/preferences.ts'
import { preferencesOptions } from '../../state/preferencesOptions.ts'
import { useInbox } from '../provider/InboxProvider.tsx'

/**
 * The subscriber's preferences: the global ones, and those of each workflow. `<Inbox>` changes them; your own code can
 * with `updatePreferences` of `createInboxClient`, and then calls `refetch`.
 *
 * @param query `criticality` selects the workflows: `'critical'`, `'nonCritical'` or `'all'`. Default: `'nonCritical'`.
 * @returns TanStack's query result. Its `data` is the `Preferences`, and its `error` the failed request.
 * @throws SetupError outside an InboxProvider.
 */
export const usePreferences = (query: PreferencesQuery = {}): UseQueryResult<Preferences> => {
  const { store, isSignedIn } = useInbox()
  return useQuery({ ...preferencesOptions(store, query), enabled: isSignedIn }, store.queryClient)
}
