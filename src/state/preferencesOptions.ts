import { queryOptions } from '@tanstack/react-query'
import type { PreferencesQuery } from '../contract/preferences.ts'
import type { InboxStore } from './inboxStore.ts'
import { polling } from './pollInterval.ts'

/** A subscriber's preferences (4.5). The client retries, so the query does not. */
export const preferencesOptions = (store: InboxStore, query: PreferencesQuery) =>
  queryOptions({
    queryKey: store.keys.preferences(query),
    queryFn: ({ signal }) => store.askPreferences(query, signal),
    staleTime: polling.freshFor,
    retry: false,
  })
