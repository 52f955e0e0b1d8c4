import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { feedPage } from '../../contract/feed.ts'
import { cachedLists } from '../cache/cachedPages.ts'
import type { InboxKeys } from '../model/inboxKeys.ts'
import type { StampedPage } from '../model/stampedPage.ts'
import type { Ticker } from '../model/ticker.ts'

const filter = z.object({
  read: z.optional(z.boolean()),
  seen: z.optional(z.boolean()),
  payload: z.optional(z.looseObject({})),
})

const serializedPage = z.object({
  /** Of a list. A count has none. */
  pageSize: z.optional(z.number()),
  filter,
  requestedAt: z.number(),
  limit: z.number(),
  page: feedPage,
})

const serializedPages = z.array(z.unknown())

/** Serializes the newest page of each list and count in the cache. Another visit, or the browser, starts with them. */
export const serializePages = (queryClient: QueryClient, keys: InboxKeys): z.input<typeof serializedPages> => {
  const lists = cachedLists({ queryClient, keys }).map(({ queryKey, pages: [first], newestPages: [newest] }) => ({
    queryKey,
    pageSize: keys.pageSizeOf(queryKey),
    page: newest && (first === undefined || newest.requestedAt > first.requestedAt) ? newest : first,
  }))
  const counts = queryClient
    .getQueriesData<StampedPage>({ queryKey: keys.ofKind('count') })
    .map(([queryKey, page]) => ({ queryKey, pageSize: undefined, page }))
  return [...lists, ...counts].flatMap(({ queryKey, pageSize, page }) =>
    page ? [{ filter: keys.filterOf(queryKey), pageSize, requestedAt: page.requestedAt, limit: page.limit, page }] : [],
  )
}

/**
 * Puts serialized pages into the cache, except where it has newer ones.
 * @param age the current time in milliseconds since 1970, and whether the pages are fresh. Stale ones are refetched as
 * soon as a component shows them.
 */
export const restorePages = (
  queryClient: QueryClient,
  keys: InboxKeys,
  tick: Pick<Ticker, 'observe'>,
  { now, isFresh }: { now: number; isFresh: boolean },
  json: unknown,
): void => {
  for (const entry of serializedPages.safeParse(json).data ?? []) {
    const stored = serializedPage.safeParse(entry).data
    if (stored === undefined) continue
    const { pageSize, requestedAt, limit } = stored
    const page: StampedPage = { ...stored.page, requestedAt, limit }
    const queryKey = pageSize === undefined ? keys.count(stored.filter) : keys.feed(stored.filter, pageSize)
    if (queryClient.getQueryData(queryKey) !== undefined) continue
    tick.observe(requestedAt)
    if (pageSize === undefined) {
      queryClient.setQueryData<StampedPage>(queryKey, page, { updatedAt: isFresh ? now : 0 })
      continue
    }
    queryClient.setQueryData<InfiniteData<StampedPage>>(queryKey, { pages: [page], pageParams: [undefined] })
    // The list itself is refetched, so its newest page need not be.
    if (!isFresh) void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
    queryClient.setQueryData<StampedPage[]>(keys.newestOf(queryKey), [], { updatedAt: now })
  }
}
