import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import { feedLimit } from '../contract/inbox/constants.ts'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { prefetchOf, withNewestPage } from './cache/cachedPages.ts'
import type { InboxStore } from './inboxStore.ts'
import { type FeedFilter, filtersInBrowser, type ServerFilter, serverFilter } from './model/feedFilter.ts'
import { alwaysStale } from './model/pollInterval.ts'
import { type StampedPage, stampedPages } from './model/stampedPage.ts'
import { lastCoveredAt } from './pages/lastCoveredAt.ts'
import { continues, nextPage, type NextPage, pageBefore } from './pages/nextPage.ts'
import {
  currentPage,
  defaultPageSize,
  isPageSize,
  isRefused,
  newestPagesOptions,
  noPolling,
  pageDefaults,
} from './queryOptions.ts'

/**
 * Ids of workflows, the subscriber, buttons and most other fields repeat, and took half of the memory of a long list.
 */
const shareValues = (notifications: readonly object[]) => {
  const known = new Map<string, unknown>()
  for (const notification of notifications as Record<string, unknown>[])
    for (const field of Object.keys(notification)) {
      const key = JSON.stringify(notification[field])
      if (!known.has(key)) known.set(key, notification[field])
      notification[field] = known.get(key)
    }
}

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
  const fetched = await store.fetchPage({ ...filter, page, limit }, signal)
  shareValues(fetched.data)
  const before = continues(next, fetched) ? undefined : pageBefore(next)
  return before ? fetchNext(store, filter, before, signal) : fetched
}

const isMissing = ({ state }: { state: { data: unknown; error: Error | null } }) =>
  !state.data && !isRefused(state.error)

/**
 * The loaded pages of a list. They are fetched once; later arrivals come with `newestPagesOptions`.
 * @param counts whether to request the counts with the first page.
 */
export const feedOptions = (store: InboxStore, filter: ServerFilter, pageSize: number, counts?: boolean) => {
  const { queryClient } = store
  const newestKey = store.keys.newest(filter, pageSize)
  return infiniteQueryOptions({
    ...pageDefaults,
    queryKey: store.keys.feed(filter, pageSize),
    // A list that was prefetched, or shown some time ago, starts with its newest page in the first commit. Not if
    // something has changed since: a notification that was seen elsewhere would be tinted as new until the panel
    // closes.
    initialData: () => {
      const page = currentPage(store, newestKey)
      return page && { pages: [page], pageParams: [undefined] }
    },
    queryFn: async ({ pageParam, signal }) => {
      if (pageParam !== undefined) return fetchNext(store, filter, pageParam, signal)
      // The first request names no page, because services count from 0 or from 1.
      const first =
        stampedPages(await prefetchOf(store, newestKey))[0] ??
        (await store.fetchPage({ ...filter, limit: pageSize }, signal, counts))
      // The first page is a fresh newest page. Updating that query keeps it from being fetched right again.
      queryClient.setQueryData<StampedPage[]>(newestKey, withNewestPage(store, newestKey, first))
      return first
    },
    initialPageParam: undefined as NextPage | undefined,
    getNextPageParam: (_last, pages) => nextPage(pages, store.log.getState(), filter),
    staleTime: Number.POSITIVE_INFINITY,
    // A list that never loaded is fetched again when its user comes back.
    refetchOnWindowFocus: isMissing,
    refetchOnReconnect: isMissing,
  })
}

/** Fetches the first page of the list of all before the list mounts, and the counts with it. */
export const prefetchList = (store: InboxStore, pageSize: number): void => {
  // The list itself reports an invalid size.
  if (isPageSize(pageSize)) void store.queryClient.prefetchInfiniteQuery(feedOptions(store, {}, pageSize, true))
}

/** What another device has marked, edited or deleted is shown as it was for at most this long, in milliseconds. */
const shownStaleFor = 60_000

/**
 * Refetches a list that is shown again, from its newest notification to the last one in view: with one request, in
 * place of the one for its newest page. Further ones stay as they are until the list is loaded again, as do those of a
 * list that the browser filters.
 *
 * @param count how many notifications that are.
 * @param last the last one in view.
 */
export const refetchShown = (
  store: InboxStore,
  filter: FeedFilter,
  pageSize = defaultPageSize,
  count: number,
  last: InboxNotification,
): void => {
  const { queryClient, keys, live, tick } = store
  if (count <= pageSize || filtersInBrowser(filter)) return
  const requested = serverFilter(filter)
  const pagesOf = (key: QueryKey) => stampedPages(queryClient.getQueryData(key))
  const coveredAt = lastCoveredAt(
    pagesOf(keys.feed(requested, pageSize)),
    pagesOf(keys.newest(requested, pageSize)),
    last,
  )
  if (tick() - coveredAt < shownStaleFor || !live.refetchOnMount(coveredAt)) return
  const options = newestPagesOptions(store, requested, pageSize, noPolling, false, Math.min(feedLimit.max, count))
  // Its error is that of the list's newest page.
  void queryClient.prefetchQuery({ ...options, staleTime: alwaysStale })
}
