'use client'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { cachedNotifications } from '../../state/cache/cachedPages.ts'
import { markedSince } from '../../state/marks/applyMarks.ts'
import { countAfterMarks } from '../../state/marks/countAfterMarks.ts'
import type { FeedFilter } from '../../state/model/feedFilter.ts'
import type { StampedPage } from '../../state/model/stampedPage.ts'
import { countOptions } from '../../state/queryOptions.ts'
import { useInbox, useMarkLog } from '../provider/InboxProvider.tsx'
import { useStableFilter } from '../utils/useStableFilter.ts'

/** TanStack's query result for the newest page that matches a filter, with the count. */
export type CountResult = UseQueryResult<StampedPage> & {
  /** The number of notifications, or the least number: see `hasMore`. Undefined until the first response. */
  count: number | undefined
  /** There are more than `count`, and the service does not return how many. Show "100+", for example. */
  hasMore: boolean
}

/**
 * The number of notifications that match a filter, as changed by every mark, including pending ones. It is polled. If
 * the browser filters (by `tags`, `feeds` or `where`), only the newest hundred are counted.
 *
 * @param filter the notifications to count: `{}` for all, `{ read: false }` for the unread ones. You can write it
 * inline.
 * @returns TanStack's query result with `count`. Its `error` is the failed request.
 * @throws SetupError outside an InboxProvider.
 */
export const useCount = (filter: FeedFilter): CountResult => {
  const { store, pollInterval, isSignedIn } = useInbox()
  const log = useMarkLog()
  const stableFilter = useStableFilter(filter)
  const query = useQuery({ ...countOptions(store, stableFilter, pollInterval), enabled: isSignedIn }, store.queryClient)
  const page = query.data
  const counted = useMemo(() => {
    if (!page) return undefined
    const marked = markedSince(log, page.requestedAt)
    // A page that was requested after a mark shows what the mark did, and not what the count had before.
    return countAfterMarks(page, log, stableFilter, cachedNotifications(store, marked, marked))
  }, [store, page, log, stableFilter])
  return { ...query, count: counted?.count, hasMore: counted?.hasMore ?? false }
}

/** The number of unseen notifications, which the bell shows. See `useCount`. */
export const useUnseenCount = (): CountResult => useCount({ seen: false })

/** The number of unread notifications. See `useCount`. */
export const useUnreadCount = (): CountResult => useCount({ read: false })
