import type { QueryClient } from '@tanstack/react-query'
import type { Stamped } from './applyMarks.ts'
import type { InboxKeys } from './inboxKeys.ts'
import { stampedPages } from './stampedPages.ts'

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
