import {
  type InfiniteData,
  isCancelledError,
  matchQuery,
  type QueryClient,
  type QueryKey,
  replaceEqualDeep,
} from '@tanstack/react-query'
import type { FeedPage } from '../../contract/feed.ts'
import type { InboxKeys } from '../model/inboxKeys.ts'
import { type KnownNotification, type StampedPage, stampedPages } from '../model/stampedPage.ts'
import type { Tick } from '../model/ticker.ts'
import { deliveriesOf, deliveryOf } from '../pages/delivery.ts'

/** The part of the cache that belongs to one scope. */
export interface InboxCache {
  queryClient: QueryClient
  keys: InboxKeys
}

/** A loaded list. Of one that was prefetched, or that no component shows, there may be only a newest page. */
export interface CachedList {
  queryKey: QueryKey
  /** In order. */
  pages: readonly StampedPage[]
  /** The newest pages that were fetched since, the last one first. */
  newestPages: readonly StampedPage[]
}

export const cachedLists = ({ queryClient, keys }: InboxCache): CachedList[] =>
  queryClient
    .getQueriesData<StampedPage[]>({ queryKey: keys.ofKind('newest') })
    .map(([newestKey, newestPages = []]) => {
      const queryKey = keys.feedOf(newestKey)
      return {
        queryKey,
        pages: queryClient.getQueryData<InfiniteData<StampedPage>>(queryKey)?.pages ?? [],
        newestPages,
      }
    })

/** Every page of the lists, their newest pages and the counts. */
export const cachedPages = ({ queryClient, keys }: InboxCache): StampedPage[] =>
  queryClient.getQueriesData({ queryKey: keys.all }).flatMap(([, data]) => stampedPages(data))

/**
 * The index of the cached notifications by id, each from the page that was requested last.
 * @param ids only these. Default: all.
 * @param before only from pages that were requested before these times, by id. Default: from any.
 */
export const cachedNotifications = (
  cache: InboxCache,
  ids?: { has(id: string): boolean; readonly size: number },
  before?: ReadonlyMap<string, Tick>,
): Map<string, KnownNotification> => {
  const index = new Map<string, KnownNotification>()
  if (ids?.size === 0) return index
  for (const { data, requestedAt } of cachedPages(cache))
    for (const notification of data) {
      if (ids && !ids.has(notification._id)) continue
      if (before && requestedAt >= (before.get(notification._id) ?? 0)) continue
      const other = index.get(notification._id)
      const since = Math.min(requestedAt, other?.since ?? requestedAt)
      const isNewer = other === undefined || other.requestedAt < requestedAt
      index.set(notification._id, isNewer ? { notification, requestedAt, since } : { ...other, since })
    }
  return index
}

/** The extensions that the service offers, according to the last page. */
export const lastOffers = (cache: InboxCache): FeedPage['offers'] =>
  cachedPages(cache).sort((a, b) => b.requestedAt - a.requestedAt)[0]?.offers

/** The last known deliveries of messages: their `createdAt`, by id. */
export const cachedDeliveries = (cache: InboxCache, ids: readonly string[]): Readonly<Record<string, string>> =>
  deliveriesOf(Array.from(cachedNotifications(cache, new Set(ids)).values(), ({ notification }) => notification))

/**
 * Replaces the notifications of a page by the equal objects in the cache, so that a poll without news renders no row.
 */
export const shareStructure = <Page extends FeedPage>(cache: InboxCache, page: Page): Page => {
  const cached = cachedNotifications(cache, new Set(page.data.map(({ _id }) => _id)))
  const data = page.data.map((notification) =>
    replaceEqualDeep(cached.get(notification._id)?.notification, notification),
  )
  return { ...page, data }
}

/**
 * Drops the newest pages that brought no new notification, except the last one. A list that holds arrivals back has
 * admitted notifications by the page that first brought them, so that page stays.
 */
const dropIdle = (newestPages: readonly StampedPage[], pages: readonly StampedPage[]): StampedPage[] => {
  const known = new Set(pages.flatMap(({ data }) => data.map(deliveryOf)))
  return [...newestPages]
    .reverse()
    .filter((page) => {
      const brought = page.data.map(deliveryOf).filter((delivery) => !known.has(delivery))
      for (const delivery of brought) known.add(delivery)
      return brought.length > 0 || page === newestPages[0]
    })
    .reverse()
}

/**
 * The newest pages of a list with one more, the one that was requested last first. Without those that are older than
 * the list, to which they add nothing.
 */
export const withNewestPage = (
  { queryClient, keys }: InboxCache,
  newestKey: QueryKey,
  page: StampedPage,
): StampedPage[] => {
  const newestPages = queryClient.getQueryData<StampedPage[]>(newestKey) ?? []
  const { pages = [] } = queryClient.getQueryData<InfiniteData<StampedPage>>(keys.feedOf(newestKey)) ?? {}
  const loadedAt = pages[0]?.requestedAt ?? Number.POSITIVE_INFINITY
  const ordered = [page, ...newestPages].sort((a, b) => b.requestedAt - a.requestedAt)
  return dropIdle(
    ordered.filter(({ requestedAt }, index) => index === 0 || requestedAt >= loadedAt),
    pages,
  )
}

/** Waits for the first page of a list that is in flight. Rejects if its request fails. */
export const prefetchOf = async ({ queryClient }: InboxCache, ...queryKeys: QueryKey[]): Promise<unknown> => {
  const isFirst = ({ state }: { state: { data: unknown } }) => stampedPages(state.data).length === 0
  const cache = queryClient.getQueryCache()
  const [first] = queryKeys.flatMap((queryKey) =>
    cache.findAll({ queryKey, fetchStatus: 'fetching', predicate: isFirst }),
  )
  try {
    return await first?.promise
  } catch (error) {
    // The panel was closed again, which cancels the requests of its list.
    if (isCancelledError(error)) return undefined
    throw error
  }
}

/** Calls `listener` with the pages of each query that succeeds. */
export const watchPages = (
  { queryClient, keys }: InboxCache,
  listener: (pages: readonly StampedPage[]) => void,
): (() => void) =>
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (matchQuery({ queryKey: keys.all }, event.query)) listener(stampedPages(event.query.state.data))
  })
