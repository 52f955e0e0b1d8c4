import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { feedPage } from '../../contract/feed.ts'
import type { InboxKeys } from '../model/inboxKeys.ts'
import type { StampedPage } from '../model/stampedPage.ts'
import type { Ticker } from '../model/ticker.ts'

const filter = z.object({
  read: z.optional(z.boolean()),
  seen: z.optional(z.boolean()),
  payload: z.optional(z.looseObject({})),
})

const serializedPage = z.object({
  /** Of a list; a count has none. */
  pageSize: z.optional(z.number()),
  filter,
  requestedAt: z.number(),
  limit: z.number(),
  page: feedPage,
})

const serializedPages = z.array(z.unknown())

/** The newest page of each list and count in the cache, made of JSON: what is painted first elsewhere, or next time. */
export const serializePages = (queryClient: QueryClient, keys: InboxKeys): z.input<typeof serializedPages> => {
  const feeds = queryClient.getQueriesData<InfiniteData<StampedPage>>({ queryKey: [...keys.all, 'feed'] })
  const counts = queryClient.getQueriesData<StampedPage>({ queryKey: [...keys.all, 'count'] })
  const lists = feeds.map(([queryKey, list]) => {
    const [head] = queryClient.getQueryData<StampedPage[]>(keys.newestOf(queryKey)) ?? []
    const [first] = list?.pages ?? []
    const isNewer = head && (first === undefined || head.requestedAt > first.requestedAt)
    return { queryKey, pageSize: keys.pageSizeOf(queryKey), page: isNewer ? head : first }
  })
  const all = [...lists, ...counts.map(([queryKey, page]) => ({ queryKey, pageSize: undefined, page }))]
  return all.flatMap(({ queryKey, pageSize, page }) =>
    page ? [{ filter: keys.filterOf(queryKey), pageSize, requestedAt: page.requestedAt, limit: page.limit, page }] : [],
  )
}

/**
 * Puts kept pages into the cache, where nothing newer is.
 * @param age the time, in milliseconds since 1970, and whether the pages are as of now. Those that are not are asked for again
 * as soon as somebody looks.
 */
export const restorePages = (
  queryClient: QueryClient,
  keys: InboxKeys,
  tick: Pick<Ticker, 'observe'>,
  { now, isFresh }: { now: number; isFresh: boolean },
  json: unknown,
): void => {
  for (const entry of serializedPages.safeParse(json).data ?? []) {
    const kept = serializedPage.safeParse(entry).data
    if (kept === undefined) continue
    const { pageSize, requestedAt, limit } = kept
    const page: StampedPage = { ...kept.page, requestedAt, limit }
    const queryKey = pageSize === undefined ? keys.count(kept.filter) : keys.feed(kept.filter, pageSize)
    if (queryClient.getQueryData(queryKey) !== undefined) continue
    tick.observe(requestedAt)
    if (pageSize === undefined) {
      queryClient.setQueryData<StampedPage>(queryKey, page, { updatedAt: isFresh ? now : 0 })
      continue
    }
    queryClient.setQueryData<InfiniteData<StampedPage>>(queryKey, { pages: [page], pageParams: [undefined] })
    // The list itself is asked for again, which is as good as a head.
    if (!isFresh) void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
    queryClient.setQueryData<StampedPage[]>(keys.newestOf(queryKey), [], { updatedAt: now })
  }
}
