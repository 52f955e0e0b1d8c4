import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { withNewestPage } from './cache/cachedPages.ts'
import type { InboxStore } from './inboxStore.ts'
import type { ServerFilter } from './model/feedFilter.ts'
import type { StampedPage } from './model/stampedPage.ts'
import { continues, nextPage, type NextPage, pageBefore } from './pages/nextPage.ts'
import { isRefused, pageDefaults, polled } from './queryOptions.ts'

/**
 * Fetches the next page of a list. A page without any loaded notification may have skipped some: more may have been
 * deleted, or marked elsewhere, than pages overlap. Then the page before it is fetched.
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
