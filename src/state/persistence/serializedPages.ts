import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { FeedPage } from '../../contract/feed.ts'
import { boolean, freeObject, ifValid, number, object, optional } from '../../contract/inbox/guard.ts'
import { pageGuard } from '../../contract/inbox/guardedOperations.ts'
import { cachedLists } from '../cache/cachedPages.ts'
import type { ServerFilter } from '../model/feedFilter.ts'
import type { InboxKeys } from '../model/inboxKeys.ts'
import type { StampedPage } from '../model/stampedPage.ts'
import { type Ticker, tickGuard } from '../model/ticker.ts'

/** The newest page of a list or a count, as storage has it. */
interface SerializedPage {
  filter: ServerFilter
  /** Of a list. A count has none. */
  pageSize?: number | undefined
  requestedAt: number
  limit: number
  page: FeedPage
}

const readPage = ifValid(
  object<SerializedPage>({
    filter: object<ServerFilter>({
      read: optional(boolean),
      seen: optional(boolean),
      payload: optional(freeObject),
      archived: optional(boolean),
      snoozed: optional(boolean),
    }),
    pageSize: optional(number),
    requestedAt: tickGuard,
    limit: number,
    page: pageGuard,
  }),
)

/** An app may have a list and a count for each of its records. All of them would fill a storage, which marks need. */
const mostPages = 20

/**
 * Serializes the newest page of each list and count in the cache: the twenty that were requested last. Another visit,
 * or the browser, starts with them.
 */
export const serializePages = (queryClient: QueryClient, keys: InboxKeys): SerializedPage[] => {
  const lists = cachedLists({ queryClient, keys }).map(({ queryKey, pages: [first], newestPages: [newest] }) => ({
    queryKey,
    pageSize: keys.pageSizeOf(queryKey),
    page: newest && (first === undefined || newest.requestedAt > first.requestedAt) ? newest : first,
  }))
  const counts = queryClient
    .getQueriesData<StampedPage>({ queryKey: keys.ofKind('count') })
    .map(([queryKey, page]) => ({ queryKey, pageSize: undefined, page }))
  return [...lists, ...counts]
    .flatMap(({ queryKey, pageSize, page }) =>
      page
        ? [{ filter: keys.filterOf(queryKey), pageSize, requestedAt: page.requestedAt, limit: page.limit, page }]
        : [],
    )
    .sort((a, b) => b.requestedAt - a.requestedAt)
    .slice(0, mostPages)
}

/**
 * Puts serialized pages into the cache, except where it has newer ones.
 * @param isFresh whether the pages are fresh. Stale ones are refetched as soon as a component shows them.
 */
export const restorePages = (
  queryClient: QueryClient,
  keys: InboxKeys,
  tick: Pick<Ticker, 'observe'>,
  isFresh: boolean,
  entries: readonly unknown[],
): void => {
  for (const entry of entries) {
    const stored = readPage(entry)
    if (stored === undefined) continue
    const { pageSize, requestedAt, limit } = stored
    const page: StampedPage = { ...stored.page, requestedAt, limit, isRestored: true }
    const queryKey = pageSize === undefined ? keys.count(stored.filter) : keys.feed(stored.filter, pageSize)
    // A list that was prefetched has a newest page only.
    if (queryClient.getQueryData(queryKey) ?? queryClient.getQueryData(keys.newestOf(queryKey))) continue
    tick.observe(requestedAt)
    if (pageSize === undefined) {
      queryClient.setQueryData<StampedPage>(queryKey, page, isFresh ? {} : { updatedAt: 0 })
      continue
    }
    queryClient.setQueryData<InfiniteData<StampedPage>>(queryKey, { pages: [page], pageParams: [undefined] })
    // The list itself is refetched, so its newest page need not be.
    if (!isFresh) void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
    queryClient.setQueryData<StampedPage[]>(keys.newestOf(queryKey), isFresh ? [page] : [])
  }
}
