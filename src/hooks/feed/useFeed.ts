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
import { defaultPageSize, feedOptions, newestPagesOptions } from '../../state/feedOptions.ts'
import { applyMarks, markedSince } from '../../state/marks/applyMarks.ts'
import { isEmptiedByMarkAll } from '../../state/marks/countAfterMarks.ts'
import { belongs, type FeedFilter, isChosenHere, serverFilter } from '../../state/model/feedFilter.ts'
import type { Stamped, StampedPage } from '../../state/model/stampedPage.ts'
import type { Tick } from '../../state/model/ticker.ts'
import { insertKnown } from '../../state/pages/insertKnown.ts'
import { mergePages } from '../../state/pages/mergePages.ts'
import { useInbox } from '../provider/InboxProvider.tsx'
import { useMarkLog } from '../provider/useMarkLog.ts'
import { useBrowserLayoutEffect } from '../utils/useLatest.ts'
import { useStableFilter } from '../utils/useStableFilter.ts'
import { useLoadUntilFull } from './useLoadUntilFull.ts'

/** How a list is loaded. */
export interface UseFeedOptions {
  /**
   * Notifications of one request, 1 to 100. Default 20; 100 where the page chooses among them (`tags`, `feeds`, `where`),
   * because few may be left.
   */
  pageSize?: number
  /**
   * Whether new notifications wait outside the list, counted in `arrivals`, until `showArrivals()`: for a reader
   * who has scrolled down and must not lose the place. Default false: they slide in at the top.
   */
  holdArrivals?: boolean
}

/** TanStack's infinite query result of the pages as they were answered, and what to show. */
export type FeedResult = UseInfiniteQueryResult<InfiniteData<StampedPage>> & {
  /** What to show. No item twice; an item that did not change is the same object as before, and so is a list of such. */
  notifications: InboxNotification[]
  /** Whether older ones can be loaded with `fetchNextPage()`. */
  hasMore: boolean
  /** How many new ones wait outside the list. */
  arrivals: number
  /** Lets them in. */
  showArrivals: () => Promise<void>
}

interface Picture {
  /** Its options: they are the same object for as long as it is the same list. */
  list: object
  admittedAt: Tick
  items: readonly Stamped[]
  notifications: InboxNotification[]
}

const noPages: never[] = []
const everything: FeedFilter = {}

/**
 * One subscriber's notifications, newest first (4.2), as they are after every mark: those on their way included.
 *
 * @param filter which ones. `{}` for all, `{ read: false }` for the unread. It may be written inline. Where the page
 * itself chooses (`tags`, `feeds`, `where`), it loads on by itself until a screen is full or the list ends.
 * @throws SetupError outside an InboxProvider. Failed questions are in `error`.
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
  /** What is shown now: up to when answers were let in, and which items of which list. */
  const picture = useRef<Picture>({ list: listOptions, admittedAt: newest, items: noPages, notifications: noPages })
  const [shownAt, setShownAt] = useState(0)
  // While nothing is held back every answer is let in.
  const admittedAt = holdArrivals ? Math.max(picture.current.admittedAt, shownAt) : newest

  const merged = useMemo(() => {
    const shown = picture.current.list === listOptions ? picture.current.items : noPages
    return mergePages(pages, newestPages, admittedAt, shown, log, requested)
  }, [listOptions, pages, newestPages, admittedAt, log, requested])
  // After a mark-all nothing may be left of what lies below, unless a newer answer says that something is.
  const lastAnsweredAt = Math.max(
    pages.at(-1)?.requestedAt ?? 0,
    newestPages[0]?.hasMore ? newestPages[0].requestedAt : 0,
  )
  const hasMore = feed.hasNextPage && !isEmptiedByMarkAll(log, stableFilter, lastAnsweredAt)
  const notifications = useMemo((): InboxNotification[] => {
    const marked = pages.length === 0 ? new Set<string>() : markedSince(log, 0)
    for (const { _id } of merged.held) marked.delete(_id)
    const known = cachedNotifications(store, marked)
    const list = { filter: stableFilter, pages, newestPages, hasMore }
    const next = applyMarks(insertKnown(merged.items, known, list, log), log).filter((notification) =>
      belongs(notification, stableFilter),
    )
    const { notifications: last } = picture.current
    return last.length === next.length && next.every((item, place) => item === last[place]) ? last : next
  }, [store, merged, pages, newestPages, log, stableFilter, hasMore])
  useBrowserLayoutEffect(() => {
    picture.current = { list: listOptions, admittedAt, items: merged.items, notifications }
  })

  const reloading = useRef<Promise<Tick> | undefined>(undefined)
  const reload = useCallback(async () => {
    const ask = async () => {
      await queryClient.cancelQueries({ queryKey: listOptions.queryKey })
      const list = await queryClient.fetchInfiniteQuery({ ...listOptions, pages: 1, staleTime: 0 })
      return list.pages[0]?.requestedAt ?? 0
    }
    // Each poll finds the gap again until the answer is there: one question is enough.
    reloading.current ??= ask().finally(() => (reloading.current = undefined))
    return reloading.current
  }, [queryClient, listOptions])

  const hasGap = merged.hasGap && !holdArrivals
  useEffect(() => {
    // More came in than one page holds, so the list is requested for anew. A failure shows in the list's own error.
    if (hasGap) reload().catch(() => undefined)
  }, [hasGap, newest, reload])

  const showArrivals = useCallback(async () => {
    setShownAt(newest)
    if (merged.hasGap) setShownAt(await reload())
  }, [newest, merged.hasGap, reload])

  const fill = useLoadUntilFull(
    feed,
    isChosenHere(stableFilter),
    hashKey([{ ...stableFilter, where: undefined }]),
    notifications.length,
    options.pageSize ?? defaultPageSize,
  )

  return {
    ...feed,
    ...fill,
    notifications,
    hasMore,
    arrivals: merged.held.filter((notification) => belongs(notification, stableFilter)).length,
    showArrivals,
  }
}
