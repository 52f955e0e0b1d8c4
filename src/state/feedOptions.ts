import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { isHttpError, isNotSetUp } from '../client/errors/HttpError.ts'
import { isRequestError } from '../client/errors/RequestError.ts'
import { feedLimit } from '../contract/feed.ts'
import type { PreferencesQuery } from '../contract/preferences.ts'
import { withNewestPage } from './cache/cachedPages.ts'
import type { InboxStore } from './inboxStore.ts'
import { type FeedFilter, isChosenHere, type ServerFilter, serverFilter } from './model/feedFilter.ts'
import { polling, pollInterval } from './model/pollInterval.ts'
import type { StampedPage } from './model/stampedPage.ts'
import { continues, nextPage, type NextPage, pageBefore } from './pages/nextPage.ts'

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

/** When polled queries are refetched. */
const polled = (store: InboxStore, interval: number) => ({
  staleTime: polling.freshFor,
  // TanStack restarts the pause whenever its length changes. It depends on nothing but the last response or error, because with
  // the clock or chance in it, each render would delay the next poll.
  refetchInterval: ({ state }: Polled) =>
    isRefused(state.error)
      ? (false as const)
      : pollInterval(
          interval,
          // A mistake in the server's setup lasts until a developer corrects it, so the pause is the longest at once.
          isNotSetUp(state.error) ? Infinity : state.errorUpdatedAt - Math.max(state.dataUpdatedAt, store.startedAt),
          store.spread,
        ),
  refetchOnWindowFocus: ({ state }: Polled) => !isRefused(state.error),
  refetchOnReconnect: ({ state }: Polled) => !isRefused(state.error),
  refetchIntervalInBackground: false,
})

/** Pages are never edited, so that comparing them would find nothing to share. */
const pageDefaults = { ...queryDefaults, structuralSharing: false } as const

/**
 * Fetches the next page of a list. A page without any loaded notification may have skipped some: more may have been deleted, or
 * marked elsewhere, than pages overlap. Then the page before it is fetched.
 */
const fetchNext = async (
  store: InboxStore,
  filter: ServerFilter,
  next: NextPage,
  signal: AbortSignal,
): Promise<StampedPage> => {
  const { page, limit } = next
  const answer = await store.fetchPage({ ...filter, page, limit }, signal)
  const before = continues(next, answer) ? undefined : pageBefore(next)
  return before ? fetchNext(store, filter, before, signal) : answer
}

const isMissing = ({ state }: { state: { data: unknown; error: Error | null } }) =>
  state.data === undefined && !isRefused(state.error)

/** The default page size: about two screens of a panel. */
export const defaultPageSize = 20

/** The loaded pages of a list. They are fetched once; later arrivals come with `newestPagesOptions`. */
export const feedOptions = (store: InboxStore, filter: ServerFilter, pageSize: number) => {
  const newestKey = store.keys.newest(filter, pageSize)
  return infiniteQueryOptions({
    ...pageDefaults,
    queryKey: store.keys.feed(filter, pageSize),
    queryFn: async ({ pageParam, signal }) => {
      if (pageParam !== undefined) return fetchNext(store, filter, pageParam, signal)
      // The first request names no page, because services count from 0 or from 1.
      const first = await store.fetchPage({ ...filter, limit: pageSize }, signal)
      // The first page is a fresh newest page. Updating that query keeps it from being fetched right again.
      store.queryClient.setQueryData<StampedPage[]>(newestKey, (newestPages) => newestPages ?? [])
      return first
    },
    initialPageParam: undefined as NextPage | undefined,
    getNextPageParam: (_last, pages) => nextPage(pages, store.log.getState(), filter),
    staleTime: Number.POSITIVE_INFINITY,
    // A list that never loaded is fetched again when its reader comes back.
    refetchOnWindowFocus: isMissing,
    refetchOnReconnect: isMissing,
  })
}

/** The newest pages of a list that were fetched since it was loaded, the last one first. */
export const newestPagesOptions = (store: InboxStore, filter: ServerFilter, pageSize: number, interval: number) =>
  queryOptions({
    ...pageDefaults,
    ...polled(store, interval),
    queryKey: store.keys.newest(filter, pageSize),
    queryFn: async ({ signal, queryKey }): Promise<StampedPage[]> => {
      const fetch = () => store.fetchPage({ ...filter, limit: pageSize }, signal)
      return withNewestPage(store, queryKey, await store.fetchShared(queryKey, fetch, signal))
    },
  })

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
