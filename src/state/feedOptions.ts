import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { isHttpError, isNotSetUp } from '../client/errors/HttpError.ts'
import { isRequestError } from '../client/errors/RequestError.ts'
import { feedLimit } from '../contract/feed.ts'
import type { PreferencesQuery } from '../contract/preferences.ts'
import { withNewestPage } from './cache/newestPages.ts'
import type { InboxStore } from './inboxStore.ts'
import { type FeedFilter, isChosenHere, type ServerFilter, serverFilter } from './model/feedFilter.ts'
import { polling, pollInterval } from './model/pollInterval.ts'
import type { StampedPage } from './model/stampedPage.ts'
import { continues, nextPage, type NextPage, pageBefore } from './pages/nextPage.ts'

/** What a host has set for its own queries, in a QueryClient that an inbox shares, is not meant for these. */
const queryDefaults = {
  // Nothing of another list or subscriber stands in for what is not known yet.
  placeholderData: () => undefined,
  // A failure stands in the result, and `onError` hears of it.
  throwOnError: false,
  // What was kept or has grown old is asked for again by whoever shows it.
  refetchOnMount: true,
  // The client retries.
  retry: false,
} as const

/** A subscriber's preferences (4.5). */
export const preferencesOptions = (store: InboxStore, query: PreferencesQuery) =>
  queryOptions({
    ...queryDefaults,
    queryKey: store.keys.preferences(query),
    queryFn: ({ signal }) => store.fetchPreferences(query, signal),
    staleTime: polling.freshFor,
  })

/** After 401, 403 or wrong input, another request is of no use until the host changes something. */
export const isRefused = (error: unknown): boolean =>
  isRequestError(error) || (isHttpError(error) && (error.status === 401 || error.status === 403))

interface Polled {
  state: { error: Error | null; dataUpdatedAt: number; errorUpdatedAt: number }
}

/** What all polled queries share: when they are asked again, and when no longer. */
const polled = (store: InboxStore, interval: number) => ({
  staleTime: polling.freshFor,
  // Only a new answer or error may change the pause: TanStack starts it anew whenever it changes, and with a clock or
  // fresh chance in it each render would put the next poll off.
  refetchInterval: ({ state }: Polled) =>
    isRefused(state.error)
      ? (false as const)
      : pollInterval(
          interval,
          // A mistake in the server's set-up lasts until somebody corrects it: the pause is the longest at once.
          isNotSetUp(state.error) ? Infinity : state.errorUpdatedAt - Math.max(state.dataUpdatedAt, store.startedAt),
          store.spread,
        ),
  refetchOnWindowFocus: ({ state }: Polled) => !isRefused(state.error),
  refetchOnReconnect: ({ state }: Polled) => !isRefused(state.error),
  refetchIntervalInBackground: false,
})

/** Pages are never edited, so looking for equal parts in them would be work for nothing. */
const pageDefaults = { ...queryDefaults, structuralSharing: false } as const

/**
 * Asks for the next page of a list. One that holds nothing of what is loaded may have skipped something: more may have been
 * deleted, or marked elsewhere, than the overlap of pages makes up for. Then the one before it is the next.
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

/** Notifications of one request, where nothing else is said: about two screens of a panel. */
export const defaultPageSize = 20

/** The loaded pages of a list (4.2). They are asked for once; what is newer comes through `headsOptions`. */
export const feedOptions = (store: InboxStore, filter: ServerFilter, pageSize: number) => {
  const headsKey = store.keys.newest(filter, pageSize)
  return infiniteQueryOptions({
    ...pageDefaults,
    queryKey: store.keys.feed(filter, pageSize),
    queryFn: async ({ pageParam, signal }) => {
      if (pageParam !== undefined) return fetchNext(store, filter, pageParam, signal)
      // A first request names no page: whether counting starts at 0 or 1 is the service's choice.
      const first = await store.fetchPage({ ...filter, limit: pageSize }, signal)
      // The first page is a fresh head: stamping the list of heads keeps it from being asked for right again.
      store.queryClient.setQueryData<StampedPage[]>(headsKey, (heads) => heads ?? [])
      return first
    },
    initialPageParam: undefined as NextPage | undefined,
    getNextPageParam: (_last, pages) => nextPage(pages, store.log.getState(), filter),
    staleTime: Number.POSITIVE_INFINITY,
    // What is newer comes as heads. But a list that could not be loaded at all is tried again when its reader comes back.
    refetchOnWindowFocus: isMissing,
    refetchOnReconnect: isMissing,
  })
}

/** The newest pages of a list that were asked for since it was loaded, the latest first. */
export const newestPagesOptions = (store: InboxStore, filter: ServerFilter, pageSize: number, interval: number) =>
  queryOptions({
    ...pageDefaults,
    ...polled(store, interval),
    queryKey: store.keys.newest(filter, pageSize),
    queryFn: async ({ signal, queryKey }): Promise<StampedPage[]> => {
      const head = await store.fetchShared(
        queryKey,
        () => store.fetchPage({ ...filter, limit: pageSize }, signal),
        signal,
      )
      return withNewestPage(store.queryClient, store.keys, queryKey, head)
    },
  })

/** The newest notifications of a filter, to count them (4.2). Where the page chooses among them, it must hold them. */
export const countOptions = (store: InboxStore, filter: FeedFilter, interval: number) =>
  queryOptions({
    ...pageDefaults,
    ...polled(store, interval),
    queryKey: store.keys.count(filter),
    queryFn: ({ signal, queryKey }): Promise<StampedPage> =>
      store.fetchShared(
        queryKey,
        isChosenHere(filter)
          ? () => store.fetchPage({ ...serverFilter(filter), limit: feedLimit.max }, signal)
          : () => store.fetchCount(serverFilter(filter), signal),
        signal,
      ),
  })
