import { queryOptions } from '@tanstack/react-query'
import { isHttpError, isNotSetUp } from '../client/errors/HttpError.ts'
import { isRequestError } from '../client/errors/RequestError.ts'
import { feedLimit } from '../contract/inbox/constants.ts'
import type { PreferencesQuery } from '../contract/preferences.ts'
import type { InboxStore } from './inboxStore.ts'
import { type FeedFilter, isChosenHere, serverFilter } from './model/feedFilter.ts'
import { polling, pollInterval } from './model/pollInterval.ts'
import type { StampedPage } from './model/stampedPage.ts'

/** Overrides the defaults of a QueryClient that the inbox shares with its host. */
const queryDefaults = {
  // Data of another list or subscriber must never show.
  placeholderData: () => undefined,
  // A failure is in the result, and `onError` gets it.
  throwOnError: false,
  // Restored or stale data is refetched when a component shows it.
  refetchOnMount: true,
  // The client retries.
  retry: false,
} as const

/** A subscriber's preferences. */
export const preferencesOptions = (store: InboxStore, query: PreferencesQuery) =>
  queryOptions({
    ...queryDefaults,
    queryKey: store.keys.preferences(query),
    queryFn: ({ signal }) => store.fetchPreferences(query, signal),
    staleTime: polling.freshFor,
  })

/** After 401, 403 or invalid input, every request fails until the host changes something. */
export const isRefused = (error: unknown): boolean =>
  isRequestError(error) || (isHttpError(error) && (error.status === 401 || error.status === 403))

interface Polled {
  state: { error: Error | null; dataUpdatedAt: number; errorUpdatedAt: number }
}

const isAllowed = ({ state }: Polled) => !isRefused(state.error)

/** When polled queries are refetched. */
export const polled = (store: InboxStore, interval: number) => ({
  staleTime: polling.freshFor,
  // TanStack restarts the pause whenever its length changes. It depends on nothing but the last response or error,
  // because with the clock or chance in it, each render would delay the next poll.
  refetchInterval: ({ state }: Polled) =>
    isRefused(state.error)
      ? (false as const)
      : pollInterval(
          interval,
          // A mistake in the server's setup lasts until a developer corrects it, so the pause is the longest at once.
          isNotSetUp(state.error) ? Infinity : state.errorUpdatedAt - Math.max(state.dataUpdatedAt, store.startedAt),
          store.spread,
        ),
  refetchOnWindowFocus: isAllowed,
  refetchOnReconnect: isAllowed,
  refetchIntervalInBackground: false,
})

/** Pages are never edited, so that comparing them would find nothing to share. */
export const pageDefaults = { ...queryDefaults, structuralSharing: false } as const

/** The newest notifications of a filter, to count them. If the browser filters, it needs as many as a page can have. */
export const countOptions = (store: InboxStore, filter: FeedFilter, interval: number) =>
  queryOptions({
    ...pageDefaults,
    ...polled(store, interval),
    queryKey: store.keys.count(filter),
    queryFn: ({ signal, queryKey }): Promise<StampedPage> => {
      const requested = serverFilter(filter)
      const fetch = isChosenHere(filter)
        ? () => store.fetchPage({ ...requested, limit: feedLimit.max }, signal)
        : () => store.fetchCount(requested, signal)
      return store.fetchShared(queryKey, fetch, signal)
    },
  })
