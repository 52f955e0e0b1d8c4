import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { InboxKeys } from '../model/inboxKeys.ts'
import type { StampedPage } from '../model/stampedPage.ts'

/**
 * Leaves out the heads that brought nothing: the newest tells how things are, and each older one stays only for
 * items that were not there before it. (What a head brought first must stay in it: a list that holds arrivals back
 * has let in heads, and would otherwise lose items that it shows.)
 */
const withoutIdle = (heads: readonly StampedPage[], pages: readonly StampedPage[]): StampedPage[] => {
  const known = new Set(pages.flatMap(({ data }) => data.map(({ _id }) => _id)))
  return [...heads]
    .reverse()
    .filter((head) => {
      const brought = head.data.filter(({ _id }) => !known.has(_id))
      for (const { _id } of brought) known.add(_id)
      return brought.length > 0 || head === heads[0]
    })
    .reverse()
}

/** The heads of a list together with one more, the one that was asked for last first. */
export const withNewestPage = (
  queryClient: QueryClient,
  keys: InboxKeys,
  headsKey: QueryKey,
  head: StampedPage,
): StampedPage[] => {
  const heads = queryClient.getQueryData<StampedPage[]>(headsKey) ?? []
  const list = queryClient.getQueryData<InfiniteData<StampedPage>>(keys.feedOf(headsKey))
  const ordered = [head, ...heads].sort((a, b) => b.requestedAt - a.requestedAt)
  return withoutIdle(ordered, list?.pages ?? [])
}

/** Adds a head to a list that is already in the cache. */
export const addNewestPage = (queryClient: QueryClient, keys: InboxKeys, headsKey: QueryKey, head: StampedPage): void =>
  void queryClient.setQueryData<StampedPage[]>(headsKey, withNewestPage(queryClient, keys, headsKey, head))
