import { queryOptions } from '@tanstack/react-query'
import type { PreferencesQuery } from '../contract/preferences.ts'
import type { InboxStore } from './inboxStore.ts'
import { freshBriefly } from './model/pollInterval.ts'

/** A subscriber's preferences. */
export const preferencesOptions = (store: InboxStore, query: PreferencesQuery) =>
  queryOptions({
    // The client retries.
    retry: false,
    queryKey: store.keys.preferences(query),
    queryFn: ({ signal }) => store.fetchPreferences(query, signal),
    staleTime: freshBriefly,
    // They are not polled. `freshBriefly` can take an old response for a new one, once a clock that was set back shows
    // the time of the response again.
    refetchOnWindowFocus: 'always',
  })
