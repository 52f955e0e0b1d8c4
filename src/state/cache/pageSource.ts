import { hashKey, type Query, type QueryKey } from '@tanstack/react-query'
import { ContractError } from '../../client/errors/ContractError.ts'
import type { FeedRequest, InboxClient } from '../../client/inboxClient.ts'
import type { FeedPage } from '../../contract/feed.ts'
import { feedLimit } from '../../contract/inbox/constants.ts'
import type { UnreadableItem } from '../../contract/inbox/readItems.ts'
import type { ServerFilter } from '../model/feedFilter.ts'
import { polling } from '../model/pollInterval.ts'
import type { StampedPage } from '../model/stampedPage.ts'
import type { Tick } from '../model/ticker.ts'
import { arrivals, type Known, learn } from '../pages/arrivals.ts'
import { cachedPages, type InboxCache, shareStructure } from './cachedPages.ts'
import { polledKinds } from './refresh.ts'

/** What a page is requested by. */
export type PageQuery = FeedRequest & Pick<ServerFilter, 'archived' | 'snoozed'>

/** Fetches pages, and stamps them with the time of the request. */
export interface PageSource {
  /**
   * Fetches a page of the feed.
   * @param counts whether to request the counts with it, which only a `tidings/proxy` returns.
   */
  fetchPage(query: PageQuery, signal: AbortSignal, counts?: boolean): Promise<StampedPage>
  /**
   * Refetches the other polled queries if a page has an arrival that they do not have yet. Also refetches queries that
   * never loaded: the service responds again.
   * @param queryKey the query of the page, which needs no refetch.
   */
  refetchIfNewer(page: FeedPage, requestedAt: Tick, queryKey?: QueryKey): void
  /**
   * Fetches the newest notifications of a filter to count them: one of them if the service's `totalCount` is known to
   * be the total, else as many as a page can have.
   */
  fetchCount(filter: ServerFilter, signal: AbortSignal): Promise<StampedPage>
  /** When the oldest page was requested that is cached or in flight. */
  oldestRequestedAt(): Tick
  lastRequestedAt(): Tick
  /** When the last arrival was found. */
  lastArrivalAt(): Tick
}

export interface PageSourceOptions extends InboxCache {
  client: InboxClient
  subscriberId: string
  tick: () => Tick
  /** Milliseconds since 1970. */
  now: () => number
  onPage: (requestedAt: Tick, token?: string) => void
  /** Gets whether the server has a stream of hints. Only the first page of all says so. */
  onOffer: (isOffered: boolean) => void
  /** Gets an error for notifications that can't be read. The others are shown. */
  report: (error: Error) => void
}

const unreadableError = (items: readonly UnreadableItem[]) =>
  new ContractError(
    'getFeed',
    items.flatMap(({ index, issues }) =>
      issues.map(({ field, message }) => ({ field: `data[${index}]${field && '.'}${field}`, message })),
    ),
  )

/**
 * Whether `totalCount` of a page is the total. Some services clamp it to the page. A page with the whole list proves
 * neither: undefined.
 */
const hasTotal = ({ totalCount, hasMore, data, unreadable }: FeedPage): boolean | undefined =>
  hasMore ? (totalCount ?? 0) > data.length + unreadable.length : undefined

/** How long the user has "Try again" for themselves after a first failure, in milliseconds. */
const firstRetryAfter = 10_000

export const createPageSource = (options: PageSourceOptions): PageSource => {
  const { client, queryClient, subscriberId, keys, tick, now, onPage, onOffer, report } = options
  const inFlight = new Set<Tick>()
  let lastRequestedAt: Tick = 0
  let lastArrivalAt: Tick = 0
  let known: Known | undefined
  let hasTotals = false

  /** A query that fails while others succeed would flicker with each poll, so each failure doubles the pause. */
  const isDue = ({ state: { status, data, errorUpdatedAt, errorUpdateCount } }: Query) =>
    status === 'error' &&
    data === undefined &&
    // TanStack's time is wall time, which may have been set back since.
    Math.abs(now() - errorUpdatedAt) >= Math.min(firstRetryAfter * 2 ** (errorUpdateCount - 1), polling.longest)

  const refetchIfNewer = (page: FeedPage, requestedAt: Tick, queryKey?: QueryKey) => {
    onPage(requestedAt, page.liveToken)
    void queryClient.refetchQueries({ queryKey: keys.all, type: 'active', fetchStatus: 'idle', predicate: isDue })
    const hasArrivals = known !== undefined && arrivals(known, page.data).length > 0
    known = learn(known ?? { createdAt: '', ids: [] }, page.data)
    if (!hasArrivals) return
    lastArrivalAt = tick()
    // Otherwise the bell would show "3 new" over a list that waits for its own poll to show them.
    for (const kind of polledKinds)
      void queryClient.refetchQueries(
        {
          queryKey: keys.ofKind(kind),
          type: 'active',
          fetchStatus: 'idle',
          predicate: ({ queryHash }) => queryKey === undefined || queryHash !== hashKey(queryKey),
        },
        { cancelRefetch: false },
      )
  }

  const fetchPage: PageSource['fetchPage'] = async ({ archived, snoozed, ...query }, signal, counts) => {
    const requestedAt = tick()
    lastRequestedAt = requestedAt
    inFlight.add(requestedAt)
    try {
      const page =
        archived || snoozed
          ? await (await import('./outsideFeed.ts')).fetchOutsideFeed(options, { ...query, archived, snoozed }, signal)
          : await client.getFeed(subscriberId, query, { signal, counts })
      hasTotals = hasTotal(page) ?? hasTotals
      if (page.unreadable.length > 0) report(unreadableError(page.unreadable))
      if (counts) onOffer(page.liveToken !== undefined)
      refetchIfNewer(page, requestedAt)
      return { ...shareStructure(options, page), requestedAt, limit: query.limit ?? feedLimit.default }
    } finally {
      inFlight.delete(requestedAt)
    }
  }

  return {
    fetchPage,
    fetchCount: async (filter, signal) => {
      const first = hasTotals ? await fetchPage({ ...filter, limit: 1 }, signal) : undefined
      // The service may have been replaced. Then one notification does not show how many there are.
      return first && hasTotal(first) !== false ? first : fetchPage({ ...filter, limit: feedLimit.max }, signal)
    },
    refetchIfNewer,
    oldestRequestedAt: () => Math.min(...cachedPages(options).map(({ requestedAt }) => requestedAt), ...inFlight),
    lastRequestedAt: () => lastRequestedAt,
    lastArrivalAt: () => lastArrivalAt,
  }
}
