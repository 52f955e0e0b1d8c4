'use client'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { cachedNotifications } from '../../state/cache/cachedPages.ts'
import type { InboxStore } from '../../state/inboxStore.ts'
import type { IntentLogState } from '../../state/log/intentLog.ts'
import { type Count, countAfterMarks } from '../../state/marks/countAfterMarks.ts'
import { markedSince } from '../../state/marks/markedFlags.ts'
import type { FeedFilter } from '../../state/model/feedFilter.ts'
import type { StampedPage } from '../../state/model/stampedPage.ts'
import { countOptions } from '../../state/queryOptions.ts'
import { useInbox, useIntentLog } from '../provider/InboxProvider.tsx'
import { useStableFilter } from '../utils/useStableFilter.ts'

/** TanStack's query result for the newest page that matches a filter, with the count. */
export type CountResult = UseQueryResult<StampedPage> & {
  /** The number of notifications, or the least number: see `hasMore`. Undefined until the first response. */
  count: number | undefined
  /** There are more than `count`, and the service does not return how many. Show "100+", for example. */
  hasMore: boolean
}

/**
 * Counts the notifications that match a filter after every mark. One mark changes the log several times, and most
 * changes leave the count as it is.
 * @returns a function that returns the same object for the same count.
 */
const createCounter = (store: InboxStore, filter: FeedFilter, page: StampedPage | undefined) => {
  let countedLog: IntentLogState | undefined
  let last: Count | undefined
  return (log: IntentLogState): Count | undefined => {
    if (!page || log === countedLog) return last
    countedLog = log
    const marked = markedSince(log, page.requestedAt)
    // As they were before their marks: a later page no longer shows whether the count included them.
    const next = countAfterMarks(page, log, filter, cachedNotifications(store, marked, marked))
    if (next.count !== last?.count || next.hasMore !== last.hasMore) last = next
    return last
  }
}

/**
 * The query of the page that a count is taken from.
 *
 * @param isOn false fetches nothing.
 * @param options TanStack's options that differ from those of a polled count.
 */
export const useCountQuery = (
  filter: FeedFilter,
  isOn: boolean,
  options?: { refetchInterval?: false; refetchIntervalInBackground?: boolean; notifyOnChangeProps?: [] },
): UseQueryResult<StampedPage> => {
  const { store, pollIntervals, isSignedIn } = useInbox()
  return useQuery(
    { ...countOptions(store, filter, pollIntervals), ...options, enabled: isSignedIn && isOn },
    store.queryClient,
  )
}

/**
 * The component renders when the value changes, or a field of `query` that it reads.
 *
 * @param select must be the same function in each render. It gets undefined until the first response.
 * @param isOn false fetches nothing. Default true.
 */
export const useCountValue = <Value>(
  filter: FeedFilter,
  select: (count: Count | undefined) => Value,
  isOn = true,
): { value: Value; query: UseQueryResult<StampedPage> } => {
  const { store } = useInbox()
  const stableFilter = useStableFilter(filter, store.report)
  const query = useCountQuery(stableFilter, isOn)
  const page = query.data
  const count = useMemo(() => createCounter(store, stableFilter, page), [store, stableFilter, page])
  return { value: useIntentLog((log) => select(count(log))), query }
}

export const itself = (count: Count | undefined): Count | undefined => count

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
  const { value, query } = useCountValue(filter, itself)
  return { ...query, count: value?.count, hasMore: value?.hasMore ?? false }
}

/** The number of unseen notifications, which the bell shows. See `useCount`. */
export const useUnseenCount = (): CountResult => useCount({ seen: false })

/** The number of unread notifications. See `useCount`. */
export const useUnreadCount = (): CountResult => useCount({ read: false })
