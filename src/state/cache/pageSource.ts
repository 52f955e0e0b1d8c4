import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { ContractError } from '../../client/errors/ContractError.ts'
import type { FeedRequest, InboxClient } from '../../client/inboxClient.ts'
import { feedLimit, type FeedPage, type UnreadableItem } from '../../contract/feed.ts'
import type { ServerFilter } from '../model/feedFilter.ts'
import type { InboxKeys } from '../model/inboxKeys.ts'
import { polling } from '../model/pollInterval.ts'
import { type StampedPage, stampedPages } from '../model/stampedPage.ts'
import type { Tick } from '../model/ticker.ts'
import { reuseKnown } from './cachedNotifications.ts'
import { polledKinds } from './refresh.ts'

/** Asks for pages, and knows when it did. */
export interface PageSource {
  /** Asks for a page of the feed (4.2) and stamps it. */
  fetchPage(query: FeedRequest, signal: AbortSignal): Promise<StampedPage>
  /**
   * Looks whether the answer to one question tells of a notification that the others have not heard of. Then those are
   * asked again. So is whatever could not be loaded at all: the service answers again.
   */
  refetchIfNewer(page: FeedPage, queryKey?: QueryKey): void
  /**
   * Asks for the newest notifications of a filter to count them: for one of them, where the service's `totalCount` is known
   * to be true, else for as many as a page can hold.
   */
  fetchCount(filter: ServerFilter, signal: AbortSignal): Promise<StampedPage>
  /** When the oldest page was asked for that is cached or on its way. */
  oldestRequestedAt(): Tick
  /** When the last page was asked for. */
  lastRequestedAt(): Tick
}

export interface PageSourceOptions {
  client: InboxClient
  queryClient: QueryClient
  subscriberId: string
  keys: InboxKeys
  tick: () => Tick
  /** Milliseconds since 1970. */
  now: () => number
  /** Told of items that can't be read: the others are shown. */
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
 * Whether a page proves that `totalCount` is the total, or that it is clamped to the page (4.2). A page
 * that holds the whole list proves nothing.
 */
const tellsTotal = ({ totalCount, hasMore, data, unreadable }: FeedPage): boolean | undefined =>
  hasMore ? (totalCount ?? 0) > data.length + unreadable.length : undefined

/** For how long "Try again" is left to its reader at first, in milliseconds. */
const firstRetryAfter = 10_000

export const createPageSource = (options: PageSourceOptions): PageSource => {
  const { client, queryClient, subscriberId, keys, tick, now, report } = options
  const underWay = new Set<Tick>()
  let lastRequestedAt: Tick = 0
  let newest: string | undefined
  let hasTotals = false

  /** What fails though the service answers others would flicker with each poll: each failure doubles the pause. */
  const isDue = ({ state: { status, data, errorUpdatedAt, errorUpdateCount } }: Query) =>
    status === 'error' &&
    data === undefined &&
    now() - errorUpdatedAt >= Math.min(firstRetryAfter * 2 ** (errorUpdateCount - 1), polling.longest)

  const recover = () =>
    void queryClient.refetchQueries({ queryKey: keys.all, type: 'active', fetchStatus: 'idle', predicate: isDue })

  // The bell must not say "3 new" over a list that waits for its own turn to show them.
  const refetchIfNewer = (page: FeedPage, answered?: QueryKey) => {
    recover()
    const known = newest
    newest = [known ?? '', ...page.data.map(({ createdAt }) => createdAt ?? '')].reduce((a, b) => (a > b ? a : b))
    if (known === undefined || newest === known) return
    for (const kind of polledKinds)
      void queryClient.refetchQueries(
        {
          queryKey: [...keys.all, kind],
          type: 'active',
          fetchStatus: 'idle',
          predicate: ({ queryHash }) => answered === undefined || queryHash !== hashKey(answered),
        },
        { cancelRefetch: false },
      )
  }

  const fetchPage: PageSource['fetchPage'] = async (query, signal) => {
    const requestedAt = tick()
    lastRequestedAt = requestedAt
    underWay.add(requestedAt)
    try {
      const page = await client.getFeed(subscriberId, query, { signal })
      hasTotals = tellsTotal(page) ?? hasTotals
      if (page.unreadable.length > 0) report(unreadableError(page.unreadable))
      refetchIfNewer(page)
      return { ...reuseKnown(queryClient, keys, page), requestedAt, limit: query.limit ?? feedLimit.default }
    } finally {
      underWay.delete(requestedAt)
    }
  }

  return {
    fetchPage: fetchPage,
    fetchCount: async (filter, signal) => {
      const first = hasTotals ? await fetchPage({ ...filter, limit: 1 }, signal) : undefined
      // The service may have changed its mind: then one notification tells nothing of the others.
      return first && tellsTotal(first) !== false ? first : fetchPage({ ...filter, limit: feedLimit.max }, signal)
    },
    refetchIfNewer: refetchIfNewer,
    oldestRequestedAt: () => {
      const cached = queryClient
        .getQueriesData({ queryKey: keys.all })
        .flatMap(([, data]) => stampedPages(data))
        .map(({ requestedAt }) => requestedAt)
      return [...cached, ...underWay].reduce((oldest, at) => Math.min(oldest, at), Number.POSITIVE_INFINITY)
    },
    lastRequestedAt: () => lastRequestedAt,
  }
}
