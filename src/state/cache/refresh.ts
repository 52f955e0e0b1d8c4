import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { hasFlags } from '../model/feedFilter.ts'
import type { InboxKeys } from '../model/inboxKeys.ts'
import type { Flags } from '../model/mark.ts'
import type { StampedPage } from '../model/stampedPage.ts'
import { knownNotifications } from './cachedNotifications.ts'

/** Asks again, where the service's answers may have moved on. What is not on the screen is asked when it comes back. */
export interface Refresh {
  /** The newest page of each list, and the counts: for what may have arrived or left. */
  newest(): void
  /** All of it, page by page: for when it is not known what the service did. */
  everything(): void
  /** The lists that marked messages have come to belong to without being there. */
  refetchListsMissing(marked: ReadonlyMap<string, Flags>): void
  /** Those, and the counts, if nothing is known of a marked message but its id. */
  refetchMissing(marked: ReadonlyMap<string, Flags>): void
}

/** The kinds of query that look for news. */
export const polledKinds = ['heads', 'count'] as const

export const createRefresh = (queryClient: QueryClient, keys: InboxKeys): Refresh => {
  // A failure is not lost: it stands in the query's own state, and `onError` hears of it.
  const invalidate = (kind: 'feed' | (typeof polledKinds)[number]) =>
    void queryClient.invalidateQueries({ queryKey: [...keys.all, kind] })

  const newest = () => {
    for (const kind of polledKinds) invalidate(kind)
  }

  const refetchListsMissing = (marked: ReadonlyMap<string, Flags>) => {
    const lists = queryClient.getQueriesData<InfiniteData<StampedPage>>({ queryKey: [...keys.all, 'feed'] })
    for (const [queryKey, list] of lists) {
      const filter = keys.filterOf(queryKey)
      // Marks move no message into a list of all.
      if (filter.read === undefined && filter.seen === undefined) continue
      const pages = list?.pages ?? []
      // What has arrived since stands in the heads.
      const newest = queryClient.getQueryData<StampedPage[]>(keys.newestOf(queryKey)) ?? []
      const later = newest.filter(({ requestedAt }) => requestedAt > (pages[0]?.requestedAt ?? 0))
      const held = new Set([...later, ...pages].flatMap(({ data }) => data.map(({ _id }) => _id)))
      const isMissing = [...marked].some(([id, flags]) => !held.has(id) && hasFlags(flags, filter))
      if (isMissing) void queryClient.invalidateQueries({ queryKey, exact: true })
    }
  }

  return {
    newest: newest,
    everything: () => {
      newest()
      invalidate('feed')
    },
    refetchListsMissing: refetchListsMissing,
    refetchMissing: (marked) => {
      if (knownNotifications(queryClient, keys, new Set(marked.keys())).size < marked.size) newest()
      refetchListsMissing(marked)
    },
  }
}
