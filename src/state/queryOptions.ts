import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { isHttpError, isNotSetUp } from '../client/errors/HttpError.ts'
import { isRequestError } from '../client/errors/RequestError.ts'
import { feedLimit } from '../contract/inbox/constants.ts'
import { prefetchOf, withNewestPage } from './cache/cachedPages.ts'
import type { InboxStore } from './inboxStore.ts'
import { type FeedFilter, filtersInBrowser, type ServerFilter, serverFilter } from './model/feedFilter.ts'
import { alwaysStale, freshBriefly, pollInterval } from './model/pollInterval.ts'
import { type StampedPage, stampedPages } from './model/stampedPage.ts'
import { countFromPage } from './pages/countFromPage.ts'

/** After 401, 403 or invalid input, every request fails until the host changes something. */
export const isRefused = (error: unknown): boolean =>
  isRequestError(error) || (isHttpError(error) && (error.status === 401 || error.status === 403))

interface Polled {
  state: { data: unknown; error: Error | null; dataUpdatedAt: number; errorUpdatedAt: number; isInvalidated: boolean }
}

const isAllowed = ({ state }: Polled) => !isRefused(state.error)

/** Milliseconds between two polls. `Infinity`: no polling. */
export interface PollIntervals {
  /** While the service responds. Long while a stream hints every change. */
  responding: number
  /** After a failure, which the stream does not hint: what its last hint announced may be missing. */
  failing: number
}

/** For a single request. A component that shows its query polls. */
export const noPolling: PollIntervals = { responding: Infinity, failing: Infinity }

// TanStack restarts the pause whenever its length changes. If the length depended on the clock or on chance, each
// render would delay the next poll. So it depends only on the last response or error.
const untilNextPoll =
  (store: InboxStore, { responding, failing }: PollIntervals) =>
  ({ state }: Polled): number | false => {
    if (isRefused(state.error)) return false
    const failingFor = state.errorUpdatedAt - Math.max(state.dataUpdatedAt, store.startedAt)
    return pollInterval(
      state.error ? failing : responding,
      // A mistake in the server's setup lasts until a developer corrects it, so the pause is the longest at once.
      isNotSetUp(state.error) ? Infinity : failingFor,
      store.spread,
    )
  }

/** Polls a list until it has loaded. Its arrivals come with `newestPagesOptions`. */
export const polledUntilLoaded = (store: InboxStore, intervals: PollIntervals) => {
  const next = untilNextPoll(store, intervals)
  return { refetchInterval: (query: Polled) => !query.state.data && next(query), refetchIntervalInBackground: false }
}

export const polled = (store: InboxStore, intervals: PollIntervals) => ({
  staleTime: freshBriefly,
  refetchInterval: untilNextPoll(store, intervals),
  // While the stream hints every change, a page stays fresh until the next hint: the panel opens from memory.
  refetchOnMount: ({ state }: Polled) => {
    const [page] = stampedPages(state.data)
    return state.isInvalidated || !page || store.live.refetchOnMount(page.requestedAt)
  },
  refetchOnWindowFocus: isAllowed,
  refetchOnReconnect: isAllowed,
  refetchIntervalInBackground: false,
})

/** The client retries. Pages are never edited, so that comparing them would find nothing to share. */
export const pageDefaults = { retry: false, structuralSharing: false } as const

/** The default page size: about two screens of a panel. */
export const defaultPageSize = 20

/**
 * The newest pages of a list that were fetched since it was loaded, the last one first.
 * @param isPrefetch fetches the counts too, and without a lock: a bell waits for them.
 * @param limit how many notifications to fetch.
 */
export const newestPagesOptions = (
  store: InboxStore,
  filter: ServerFilter,
  pageSize: number,
  intervals: PollIntervals,
  isPrefetch?: boolean,
  limit = pageSize,
) =>
  queryOptions({
    ...pageDefaults,
    ...polled(store, intervals),
    queryKey: store.keys.newest(filter, pageSize),
    queryFn: async ({ signal, queryKey }): Promise<StampedPage[]> => {
      const fetch = () => store.fetchPage({ ...filter, limit }, signal, isPrefetch)
      return withNewestPage(store, queryKey, await store.fetchShared(queryKey, fetch, signal, isPrefetch))
    },
  })

/** Whether a service returns pages of this size. */
export const isPageSize = (size: number): boolean => size > 0 && size <= feedLimit.max

/** The newest page of a list, unless something has changed since it was requested. */
export const currentPage = (store: InboxStore, newestKey: QueryKey): StampedPage | undefined => {
  const page = store.queryClient.getQueryData<StampedPage[]>(newestKey)?.[0]
  return page && store.live.refetchOnMount(page.requestedAt) !== 'always' ? page : undefined
}

/**
 * Fetches the first page of the panel's list before the panel opens, unless it is in memory. The counts come with it,
 * from a proxy that knows them.
 */
export const prefetchPanel = async (store: InboxStore, pageSize: number): Promise<void> => {
  const { queryClient, keys } = store
  const feedKey = keys.feed({}, pageSize)
  const feed = queryClient.getQueryState(feedKey)
  // A list that was never fetched has only the newest page of the time when it rendered.
  const isLoaded = feed?.dataUpdateCount && !feed.isInvalidated
  // By an `<InboxPage>` beside the bell.
  const isFetching = feed?.fetchStatus === 'fetching'
  const newestKey = keys.newest({}, pageSize)
  // The list itself reports an invalid size.
  if (isLoaded || isFetching || !isPageSize(pageSize) || currentPage(store, newestKey)) return
  // The list waits for a first page, and shows no other.
  queryClient.removeQueries({ queryKey: newestKey, type: 'inactive', fetchStatus: 'idle' })
  try {
    // It stays in memory, however long the panel stays closed.
    const options = {
      ...newestPagesOptions(store, {}, pageSize, noPolling, true),
      staleTime: alwaysStale,
      gcTime: Infinity,
    }
    await queryClient.fetchQuery(options)
    // A list of an earlier visit would be fetched once more.
    queryClient.removeQueries({ queryKey: feedKey, type: 'inactive' })
  } catch {
    // `onError` got the error.
  }
}

/**
 * The newest notifications of a filter, to count them. The first page of a list of all may show the count: then there
 * is no request. If the browser filters, it needs as many as a page can have.
 */
export const countOptions = (store: InboxStore, filter: FeedFilter, intervals: PollIntervals) => {
  const { queryClient, keys } = store
  const requested = serverFilter(filter)
  const countIn = (pages: unknown) => {
    const [page] = filtersInBrowser(filter) ? [] : stampedPages(pages)
    return page && countFromPage(page, requested)
  }
  const findCached = () =>
    queryClient
      .getQueryCache()
      .findAll({ queryKey: keys.newestOfAll })
      .map(({ state }) => ({ page: countIn(state.data), updatedAt: state.dataUpdatedAt }))
      .find(({ page }) => page !== undefined)
  return queryOptions({
    ...pageDefaults,
    ...polled(store, intervals),
    queryKey: keys.count(filter),
    initialData: () => findCached()?.page,
    initialDataUpdatedAt: () => findCached()?.updatedAt,
    queryFn: async ({ signal, queryKey }): Promise<StampedPage> => {
      const counted = countIn(await prefetchOf(store, ...keys.firstOfAll))
      if (counted) return counted
      const fetch = filtersInBrowser(filter)
        ? () => store.fetchPage({ ...requested, limit: feedLimit.max }, signal)
        : () => store.fetchCount(requested, signal)
      return store.fetchShared(queryKey, fetch, signal)
    },
  })
}
