'use client'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { cachedNotifications } from '../../state/cache/cachedPages.ts'
import { markedSince } from '../../state/marks/applyMarks.ts'
import { countAfterMarks } from '../../state/marks/countAfterMarks.ts'
import type { FeedFilter } from '../../state/model/feedFilter.ts'
import type { StampedPage } from '../../state/model/stampedPage.ts'
import { countOptions } from '../../state/queryOptions.ts'
import { useInbox } from '../provider/InboxProvider.tsx'
import { useMarkLog } from '../provider/useMarkLog.ts'
import { useStableFilter } from '../utils/useStableFilter.ts'

/** TanStack's query result of the newest page that matches, and what it tells. */
export type CountResult = UseQueryResult<StampedPage> & {
  /** Undefined while nothing is known. */
  count: number | undefined
  /** There are more than `count`, and the service does not say how many: "99+". */
  hasMore: boolean
}

/**
 * How many notifications match a filter (4.2), after every mark: those on their way included. What the page chooses by
 * (`tags`, `feeds`, `where`) is counted among the newest hundred.
 *
 * @throws SetupError outside an InboxProvider. Failed questions are in `error`.
 */
export const useCount = (filter: FeedFilter): CountResult => {
  const { store, pollInterval, isSignedIn } = useInbox()
  const log = useMarkLog()
  const wanted = useStableFilter(filter)
  const query = useQuery({ ...countOptions(store, wanted, pollInterval), enabled: isSignedIn }, store.queryClient)
  const page = query.data
  const counted = useMemo(
    () => page && countAfterMarks(page, log, wanted, cachedNotifications(store, markedSince(log, page.requestedAt))),
    [store, page, log, wanted],
  )
  return { ...query, count: counted?.count, hasMore: counted?.hasMore ?? false }
}

/** How many notifications the subscriber has not seen yet: the bell's number. See `useCount`. */
export const useUnseenCount = (): CountResult => useCount({ seen: false })

/** How many notifications the subscriber has not read yet. See `useCount`. */
export const useUnreadCount = (): CountResult => useCount({ read: false })
