import { queryOptions } from '@tanstack/react-query'
import type { PreferencesQuery } from '../contract/preferences.ts'
import type { InboxStore } from './inboxStore.ts'
import { polling } from './model/pollInterval.ts'

/** A subscriber's preferences. */
export const preferencesOptions = (store: InboxStore, query: PreferencesQuery) =>
  queryOptions({
    // The client retries.
    retry: false,
    queryKey: store.keys.preferences(query),
    queryFn: async ({ signal }) => {
      try {
        return await store.client.getPreferences(store.scope.subscriberId, query, { signal })
      } catch (error) {
        if (!signal.aborted) store.report(error)
        throw error
      }
    },
    staleTime: polling.freshFor,
  })
