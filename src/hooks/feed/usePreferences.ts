'use client'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Preferences, PreferencesQuery } from '../../contract/preferences.ts'
import { preferencesOptions } from '../../state/queryOptions.ts'
import { useInbox } from '../provider/InboxProvider.tsx'

/**
 * The subscriber's preferences, for everything and for each workflow (4.5). The interface only reads them.
 *
 * @param query `criticality`: which workflows. Default: those that are not critical.
 * @returns TanStack's query result, its `data` being `Preferences`.
 * @throws SetupError outside an InboxProvider. Failed questions are in `error`.
 */
export const usePreferences = (query: PreferencesQuery = {}): UseQueryResult<Preferences> => {
  const { store, isSignedIn } = useInbox()
  return useQuery({ ...preferencesOptions(store, query), enabled: isSignedIn }, store.queryClient)
}
