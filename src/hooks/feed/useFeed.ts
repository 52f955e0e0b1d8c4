'use client'
import {
  hashKey,
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQuery,
} from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { feedLimit } from '../../contract/feed.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { cachedNotifications } from '../../state/cache/cachedPages.ts'
import { feedOptions } from '../../state/feedOptions.ts'
import { applyMarks, markedSince } from '../../state/marks/applyMarks.ts'
import { isEmptiedByMarkAll } from '../../state/marks/countAfterMarks.ts'
import { belongs, type FeedFilter, isChosenHere, serverFilter } from '../../state/model/feedFilter.ts'
import type { Stamped, StampedPage } from '../../state/model/stampedPage.ts'
import type { Tick } from '../../state/model/ticker.ts'
import { insertKnown } from '../../state/pages/insertKnown.ts'
import { mergePages } from '../../state/pages/mergePages.ts'
import { defaultPageSize, newestPagesOptions } from '../../state/queryOptions.ts'
import { useInbox, useMarkLog } from '../provider/InboxProvider.tsx'
import { useBrowserLayoutEffect } from '../utils/useLatest.ts'
import { useStableFilter } from '../utils/useStableFilter.ts'
import { useLoadUntilFull } from './useLoadUntilFull.ts'

/** Options of `useFeed`. */
export interface UseFeedOptions {
  /**
   * The number of notifications per request, from 1 to 100. Default 20, or 100 if the browser filters (by `tags`,
   * `feeds` or `where`), because few may match.
   */
  pageSize?: number
  /**
   * Holds arrivals back: they are counted in `arrivals`, and join the list with `showArrivals()`. Use it while the
   * reader has scrolled down, so that the list does not move. Default false: arrivals appear at the top.
   */
  holdArrivals?: boolean
}

/** TanStack's infinite query result with the service's pages, and the notifications to show. */
export type FeedResult = UseInfiniteQueryResult<InfiniteData<StampedPage>> & {
  /**
   * The notifications to show, newest first, each once, after all marks. An unchanged notification is the same object
   * as before, and an unchanged list is the same array.
   */
  notifications: InboxNotification[]
  /** Whether `fetchNextPage()` can load older notifications. */
  hasMore: boolean
  /** The number of arrivals that are held back. */
  arrivals: number
  /** Adds the held arrivals to the list. Refetches the list if more arrived than one feed page has. */
  showArrivals: () => Promise<void>
}

/** The list as it was last rendered. */
interface RenderedList {
  /** The options of its query. The same object means the same list. */
  list: object
  /** Arrivals in pages that were requested later are held back. */
  admittedAt: Tick
  /** The merged notifications, before marks and filter. */
  items: readonly Stamped[]
  /** The notifications that were shown. */
  notifications: InboxNotification[]
}

const noPages: never[] = []
const everything: FeedFilter = {}

/**
 * The subscriber's notifications, newest first, as changed by every mark, including pending ones. It polls for
 * arrivals.
 *
 * @param filter the notifications to list: `{}` for all, `{ read: false }` for the unread ones. You can write it
 * inline. If the browser filters (by `tags`, `feeds` or `where`), feed pages are loaded until 20 notifications match
 * (or `pageSize`, if it is given), or the list ends.
 * @returns TanStack's infinite query result with `notifications`. Its `error` is the failed request.
 * @throws SetupError outside an InboxProvider.
 */
export const useFeed = (filter: FeedFilter = everything, options: UseFeedOptions = {}): FeedResult => {
  const { store, pollInterval, isSignedIn } = useInbox()
  const { queryClient } = store
  const log = useMarkLog()
  const stableFilter = useStableFilter(filter)
  const { pageSize = isChosenHere(stableFilter) ? feedLimit.max : defaultPageSize, holdArrivals = false } = options
  const requested = useMemo(() => serverFilter(stableFilter), [stableFilter])

  const listOptions = useMemo(() => feedOptions(store, requested, pageSize), [store, requested, pageSize])
  const feed = useInfiniteQuery({ ...listOptions, enabled: isSignedIn }, queryClient)
  const { data: newestPages = noPages } = useQuery(
    { ...newestPagesOptions(store, requested, pageSize, pollInterval), enabled: isSignedIn && feed.data !== undefined },
    queryClient,
  )
  const pages = feed.data?.pages ?? noPages

  const newest = [...newestPages, ...pages].reduce((latest, { requestedAt }) => Math.max(latest, requestedAt), 0)
  const rendered = useRef<RenderedList>({
    list: listOptions,
    admittedAt: newest,
    items: noPages,
    notifications: noPages,
  })
  const [shownAt, setShownAt] = useState(0)
  // If arrivals are not held back, those of every page are admitted.
  const admittedAt = holdArrivals ? Math.max(rendered.current.admittedAt, shownAt) : newest

  const merged = useMemo(() => {
    const before = rendered.current.list === listOptions ? rendered.current.items : noPages
    return mergePages(pages, newestPages, admittedAt, before, log, requested)
  }, [listOptions, pages, newestPages, admittedAt, log, requested])
  // A mark-all may have emptied the part below the list. A newer page that has more proves that it did not.
  const lastAnsweredAt = Math.max(
    pages.at(-1)?.requestedAt ?? 0,
    newestPages[0]?.hasMore ? newestPages[0].requestedAt : 0,
  )
  const hasMore = feed.hasNextPage && !isEmptiedByMarkAll(log, stableFilter, lastAnsweredAt)
  const notifications = useMemo((): InboxNotification[] => {
    const marked = pages.length === 0 ? new Map<string, number>() : markedSince(log, 0)
    for (const { notification } of merged.held) marked.delete(notification._id)
    const known = cachedNotifications(store, marked)
    const list = { filter: stableFilter, pages, newestPages, hasMore }
    const next = applyMarks(insertKnown(merged.items, known, list, log), log).filter((notification) =>
      belongs(notification, stableFilter),
    )
    const { notifications: last } = rendered.current
    return last.length === next.length && next.every((item, place) => item === last[place]) ? last : next
  }, [store, merged, pages, newestPages, log, stableFilter, hasMore])
  useBrowserLayoutEffect(() => {
    rendered.current = { list: listOptions, admittedAt, items: merged.items, notifications }
  })

  const reloading = useRef<Promise<Tick> | undefined>(undefined)
  const reload = useCallback(async () => {
    const refetch = async () => {
      await queryClient.cancelQueries({ queryKey: listOptions.queryKey })
      const list = await queryClient.fetchInfiniteQuery({ ...listOptions, pages: 1, staleTime: 0 })
      return list.pages[0]?.requestedAt ?? 0
    }
    // Each poll finds the gap again until the response arrives. One request is enough.
    reloading.current ??= refetch().finally(() => (reloading.current = undefined))
    return reloading.current
  }, [queryClient, listOptions])

  const hasGap = merged.hasGap && !holdArrivals
  useEffect(() => {
    // More arrived than one feed page has, so the list is refetched. A failure is in the list's `error`.
    if (hasGap) reload().catch(() => undefined)
  }, [hasGap, newest, reload])

  const showArrivals = useCallback(async () => {
    setShownAt(newest)
    if (merged.hasGap) setShownAt(await reload())
  }, [newest, merged.hasGap, reload])

  const loading = useLoadUntilFull(
    feed,
    isChosenHere(stableFilter),
    hashKey([{ ...stableFilter, where: undefined }]),
    notifications.length,
    options.pageSize ?? defaultPageSize,
  )

  return {
    ...feed,
    ...loading,
    notifications,
    hasMore,
    arrivals: applyMarks(merged.held, log).filter((notification) => belongs(notification, stableFilter)).length,
    showArrivals,
  }
}
