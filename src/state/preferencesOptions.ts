import { queryOptions } from '@tanstack/react-query'
import type { PreferencesQuery } from '../contract/preferences.ts'
import type { InboxStore } from './inboxStore.ts'
import { polling } from './pollInterval.ts'
import { queryDefaults } from './queryDefaults.ts'

/** A subscriber's preferences (4.5). */
export const preferencesOptions = (store: InboxStore, query: PreferencesQuery) =>
  queryOptions({
    ...queryDefaults,
    queryKey: store.keys.preferences(query),
    queryFn: ({ signal }) => store.askPreferences(query, signal),
    staleTime: polling.freshFor,
  })
