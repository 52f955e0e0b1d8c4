import type { InfiniteData } from '@tanstack/react-query'
import type { Stamped } from './applyMarks.ts'
import type { InboxStore } from './inboxStore.ts'
import type { MarkLogState } from './markLog.ts'
import type { StampedPage } from './mergePages.ts'
import type { Tick } from './ticker.ts'

/**
 * What the loaded lists know of the messages that were marked one by one since a moment, by id. A count needs
 * it: marking an old notification as unread adds one to a count whose own page never held it.
 */
export const knownMarked = (store: InboxStore, log: MarkLogState, since: Tick): Map<string, Stamped> => {
  const ids = new Set(log.pending.flatMap(({ target }) => (target.kind === 'messages' ? target.ids : [])))
  for (const [id, { settledAt }] of log.settledItems) if (settledAt > since) ids.add(id)
  const known = new Map<string, Stamped>()
  if (ids.size === 0) return known

  const { queryClient, keys } = store
  const feeds = queryClient.getQueriesData<InfiniteData<StampedPage>>({ queryKey: [...keys.all, 'feed'] })
  const heads = queryClient.getQueriesData<StampedPage[]>({ queryKey: [...keys.all, 'heads'] })
  const pages = [...feeds.flatMap(([, data]) => data?.pages ?? []), ...heads.flatMap(([, data]) => data ?? [])]
  for (const { data, requestedAt } of pages)
    for (const notification of data) {
      const older = known.get(notification._id)
      if (ids.has(notification._id) && (older === undefined || older.requestedAt < requestedAt))
        known.set(notification._id, { notification, requestedAt })
    }
  return known
}
