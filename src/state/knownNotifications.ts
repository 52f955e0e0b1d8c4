import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Stamped } from './applyMarks.ts'
import type { InboxKeys } from './inboxKeys.ts'
import type { MarkLogState } from './markLog.ts'
import type { StampedPage } from './mergePages.ts'
import type { Tick } from './ticker.ts'

/** A notification as the answer has it that was asked for last, and when the first answer was asked for that has it. */
export interface KnownNotification extends Stamped {
  since: Tick
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
