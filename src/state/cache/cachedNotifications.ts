import { type InfiniteData, type QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import type { FeedPage } from '../../contract/feed.ts'
import type { MarkLogState } from '../marks/markLog.ts'
import type { InboxKeys } from '../model/inboxKeys.ts'
import { type Stamped, type StampedPage, stampedPages, type KnownNotification } from '../model/stampedPage.ts'
import type { Tick } from '../model/ticker.ts'

/**
 * Puts the objects that the loaded lists hold in place of equal ones in a new answer: a poll that brings nothing new
 * renders no row.
 */
export const reuseKnown = <Page extends FeedPage>(queryClient: QueryClient, keys: InboxKeys, page: Page): Page => {
  const known = knownNotifications(queryClient, keys, new Set(page.data.map(({ _id }) => _id)))
  const data = page.data.map((notification) =>
    replaceEqualDeep(known.get(notification._id)?.notification, notification),
  )
  return { ...page, data }
}

/** What the loaded lists know of some messages, by id. */
export const knownNotifications = (
  queryClient: QueryClient,
  keys: InboxKeys,
  ids: ReadonlySet<string>,
): Map<string, KnownNotification> => {
  const known = new Map<string, KnownNotification>()
  if (ids.size === 0) return known
  const feeds = queryClient.getQueriesData<InfiniteData<StampedPage>>({ queryKey: [...keys.all, 'feed'] })
  const heads = queryClient.getQueriesData<StampedPage[]>({ queryKey: [...keys.all, 'heads'] })
  const pages = [...feeds.flatMap(([, data]) => data?.pages ?? []), ...heads.flatMap(([, data]) => data ?? [])]
  for (const { data, requestedAt } of pages)
    for (const notification of data) {
      if (!ids.has(notification._id)) continue
      const other = known.get(notification._id)
      const since = Math.min(requestedAt, other?.since ?? requestedAt)
      const isNewer = other === undefined || other.requestedAt < requestedAt
      known.set(notification._id, isNewer ? { notification, requestedAt, since } : { ...other, since })
    }
  return known
}

/** The messages that were marked one by one since a moment. */
export const markedSince = (log: MarkLogState, since: Tick): Set<string> => {
  const ids = new Set(log.pending.flatMap(({ target }) => (target.kind === 'messages' ? target.ids : [])))
  for (const [id, { settledAt }] of log.settledItems) if (settledAt > since) ids.add(id)
  return ids
}

/**
 * Everything that some answer in the cache tells of, by id: the loaded lists, what came in since, and what the counts were
 * taken from. Each as the answer has it that was asked for last.
 */
export const loadedNotifications = (queryClient: QueryClient, keys: InboxKeys): Map<string, Stamped> => {
  const loaded = new Map<string, Stamped>()
  const pages = queryClient.getQueriesData({ queryKey: keys.all }).flatMap(([, data]) => stampedPages(data))
  for (const { data, requestedAt } of pages)
    for (const notification of data)
      if ((loaded.get(notification._id)?.requestedAt ?? 0) < requestedAt)
        loaded.set(notification._id, { notification, requestedAt })
  return loaded
}
