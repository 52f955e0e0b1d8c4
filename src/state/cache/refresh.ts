import type { Query } from '@tanstack/react-query'
import type { Intent } from '../log/intent.ts'
import { hasFlags, isWithin } from '../model/feedFilter.ts'
import type { PageKind } from '../model/inboxKeys.ts'
import type { Flags } from '../model/mark.ts'
import { type StampedPage, stampedPages } from '../model/stampedPage.ts'
import type { Tick } from '../model/ticker.ts'
import { countFromPage } from '../pages/countFromPage.ts'
import { cachedLists, cachedNotifications, type InboxCache } from './cachedPages.ts'

/** Refetches pages that may be stale. Those that no component shows are refetched when one does. */
export interface Refresh {
  /** Refetches the newest page of each list, and the counts: notifications may have arrived or left. */
  newest(): void
  /** Refetches everything, page by page: the service may have done anything. */
  everything(): void
  /**
   * Refetches the newest page of each list on screen, and each count that these pages don't determine, if it was
   * requested before a time. Resolves when all have settled, and never rejects.
   */
  olderThan(since: Tick): Promise<void>
  /**
   * Refetches the lists that marked messages now belong to, and that do not have them. Also the newest pages and counts
   * if a marked message is not in the cache.
   * @param by what has changed them.
   */
  refetchMissing(marked: ReadonlyMap<string, Flags>, by: Pick<Intent, 'kind'>): void
  /** Refetches the preferences. */
  preferences(): void
}

export const polledKinds = ['newest', 'count'] as const satisfies PageKind[]

export const createRefresh = (cache: InboxCache): Refresh => {
  const { queryClient, keys } = cache
  // A failure is in the state of its query, and `onError` gets it.
  const invalidate = (...kinds: PageKind[]) => {
    for (const kind of kinds) void queryClient.invalidateQueries({ queryKey: keys.ofKind(kind) })
  }

  const refetchListsMissing = (marked: ReadonlyMap<string, Flags>, by: Pick<Intent, 'kind'>) => {
    for (const { queryKey, pages, newestPages } of cachedLists(cache)) {
      const filter = keys.filterOf(queryKey)
      // No mark moves a message into or out of a list of all. One that returns from the archive is in the cache.
      if (by.kind === 'mark' && filter.read === undefined && filter.seen === undefined) continue
      const later = newestPages.filter(({ requestedAt }) => requestedAt > (pages[0]?.requestedAt ?? 0))
      const ids = new Set([...later, ...pages].flatMap(({ data }) => data.map(({ _id }) => _id)))
      const isMissing = [...marked].some(([id, flags]) => !ids.has(id) && hasFlags(flags, filter))
      if (isMissing) void queryClient.invalidateQueries({ queryKey, exact: true })
    }
  }

  const isOlder = ({ state: { data } }: Query, since: Tick) =>
    stampedPages(data).every(({ requestedAt }) => requestedAt < since)
  const refetchOlder = (kind: PageKind, since: Tick) =>
    queryClient.refetchQueries(
      { queryKey: keys.ofKind(kind), type: 'active', predicate: (query) => isOlder(query, since) },
      { cancelRefetch: false },
    )

  /** Takes the counts from the newest pages that show them: see `countFromPage`. */
  const countInPages = (since: Tick) => {
    const lists = queryClient.getQueriesData<StampedPage[]>({ queryKey: keys.ofKind('newest') })
    for (const [newestKey, pages] of lists) {
      const page = pages?.[0]
      if (!page || page.requestedAt < since) continue
      for (const [countKey] of queryClient.getQueriesData({ queryKey: keys.ofKind('count') })) {
        // If the browser filters, a count needs as many notifications as a page can have.
        if (page.hasMore && keys.isFilteredInBrowser(countKey)) continue
        const filter = keys.filterOf(countKey)
        const counted = isWithin(filter, keys.filterOf(newestKey)) && countFromPage(page, filter)
        if (counted)
          queryClient.setQueryData<StampedPage>(countKey, (cached) =>
            cached && cached.requestedAt > counted.requestedAt ? cached : counted,
          )
      }
    }
  }

  return {
    olderThan: async (since) => {
      await refetchOlder('newest', since)
      countInPages(since)
      await refetchOlder('count', since)
    },
    newest: () => invalidate(...polledKinds),
    everything: () => invalidate(...polledKinds, 'feed'),
    refetchMissing: (marked, by) => {
      if (cachedNotifications(cache, new Set(marked.keys())).size < marked.size) invalidate(...polledKinds)
      refetchListsMissing(marked, by)
    },
    preferences: () => {
      // TanStack would wait for a first request, although it may have been answered before the change.
      const ofReader = { queryKey: keys.allPreferences }
      void queryClient.cancelQueries(ofReader).then(() => queryClient.invalidateQueries(ofReader))
    },
  }
}
