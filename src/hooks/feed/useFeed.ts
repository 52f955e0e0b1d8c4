'use client'
import {
  hashKey,
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQuery,
} from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { feedLimit } from '../../contract/inbox/constants.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { cachedNotifications } from '../../state/cache/cachedPages.ts'
import { feedOptions } from '../../state/feedOptions.ts'
import type { InboxStore } from '../../state/inboxStore.ts'
import type { IntentLogState } from '../../state/log/intentLog.ts'
import { applyMarks } from '../../state/marks/applyMarks.ts'
import { isEmptiedByMarkAll } from '../../state/marks/countAfterMarks.ts'
import { markedSince } from '../../state/marks/markedFlags.ts'
import {
  belongs,
  type FeedFilter,
  filtersInBrowser,
  isPlaced,
  isWithin,
  serverFilter,
} from '../../state/model/feedFilter.ts'
import { alwaysStale } from '../../state/model/pollInterval.ts'
import type { Stamped, StampedPage } from '../../state/model/stampedPage.ts'
import type { Tick } from '../../state/model/ticker.ts'
import { insertKnown } from '../../state/pages/insertKnown.ts'
import { newestFirst } from '../../state/pages/joinPages.ts'
import { mergePages } from '../../state/pages/mergePages.ts'
import { defaultPageSize, newestPagesOptions, polledUntilLoaded } from '../../state/queryOptions.ts'
import { useInbox, useIntentLog } from '../provider/InboxProvider.tsx'
import { useBrowserLayoutEffect } from '../utils/useLatest.ts'
import { useStableFilter } from '../utils/useStableFilter.ts'
import { useLoadUntilFull } from './useLoadUntilFull.ts'

/** Options of `useFeed`. */
export interface UseFeedOptions {
  /**
   * The number of notifications of the first request, from 1 to 100. Later ones overlap the rows that are loaded, and
   * have up to twice as many. Default 20, or 100 if the browser filters (by `tags`, `feeds` or `where`), because few
   * may match.
   */
  pageSize?: number | undefined
  /**
   * Holds arrivals back: they are counted in `arrivals`, and join the list with `showArrivals()`. Use it while the
   * user has scrolled down, so that the list does not move. Default false: arrivals appear at the top.
   */
  holdArrivals?: boolean
}

/** TanStack's infinite query result with the service's pages, and the notifications to show. */
export type FeedResult = UseInfiniteQueryResult<InfiniteData<StampedPage>> & {
  /**
   * The notifications to show, newest first, each once, after all marks. An unchanged notification is the same object
   * as before, and an unchanged list is the same array. While the first page of a filtered list loads, those of its
   * notifications that other lists have loaded.
   */
  notifications: InboxNotification[]
  /** Whether `fetchNextPage()` can load older notifications. */
  hasMore: boolean
  /** The number of arrivals that are held back. */
  arrivals: number
  /** Adds the held arrivals to the list. Refetches the list if more arrived than one feed page has. */
  showArrivals: () => Promise<void>
}

/** What a list shows of its pages after all marks. */
interface FeedView {
  /** The merged notifications, before marks and filter. */
  items: readonly Stamped[]
  notifications: InboxNotification[]
  hasMore: boolean
  arrivals: number
  hasGap: boolean
}

/** The list as it was last rendered. */
interface RenderedList extends Pick<FeedView, 'items' | 'notifications'> {
  /** The options of its query. The same object means the same list. */
  list: object
  /** Arrivals in pages that were requested later are held back. */
  admittedAt: Tick
}

const noPages: never[] = []
const everything: FeedFilter = {}

/** The pages of a list, and how they are shown. */
interface ShownPages {
  store: InboxStore
  filter: FeedFilter
  pages: readonly StampedPage[]
  newestPages: readonly StampedPage[]
  /** Whether the service has another page. */
  hasNextPage: boolean
  admittedAt: Tick
  before: Pick<FeedView, 'items' | 'notifications'>
  /** Shown in place of the pages until the first one arrives: the notifications of other lists, newest first. */
  seeds: readonly Stamped[] | undefined
}

const isSameView = (one: FeedView, other: FeedView) =>
  one.notifications === other.notifications &&
  one.hasMore === other.hasMore &&
  one.arrivals === other.arrivals &&
  one.hasGap === other.hasGap

/**
 * A mark changes the log several times until it has settled, and the list once.
 * @returns a function that returns the same object while the list is the same.
 */
const createFeedView = ({ store, filter, pages, newestPages, hasNextPage, admittedAt, before, seeds }: ShownPages) => {
  const requested = serverFilter(filter)
  // A mark-all may have emptied the part below the list. A newer page that has more proves that it did not.
  const lastRequestedAt = Math.max(
    pages.at(-1)?.requestedAt ?? 0,
    newestPages[0]?.hasMore ? newestPages[0].requestedAt : 0,
  )
  const show = (items: readonly Stamped[], log: IntentLogState) =>
    applyMarks(items, log).filter((notification) => belongs(notification, filter))

  let shownLog: IntentLogState | undefined
  let last: FeedView | undefined
  return (log: IntentLogState): FeedView => {
    if (last && log === shownLog) return last
    shownLog = log
    const { items, held, hasGap } = mergePages(pages, newestPages, admittedAt, before.items, log, requested)
    const hasMore = hasNextPage && !isEmptiedByMarkAll(log, filter, lastRequestedAt)
    const marked = pages.length === 0 ? new Map<string, number>() : markedSince(log, 0)
    for (const { notification } of held) marked.delete(notification._id)
    const known = cachedNotifications(store, marked)
    const list = { filter, pages, newestPages, hasMore }
    const next = show(seeds ?? insertKnown(items, known, list, log), log)
    const shown = (last ?? before).notifications
    const isSame = shown.length === next.length && next.every((item, index) => item === shown[index])
    const view = { items, notifications: isSame ? shown : next, hasMore, arrivals: show(held, log).length, hasGap }
    if (!last || !isSameView(last, view)) last = view
    return last
  }
}

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
  const { store, pollIntervals, isSignedIn } = useInbox()
  const { queryClient } = store
  const stableFilter = useStableFilter(filter, store.report)
  const { pageSize = filtersInBrowser(stableFilter) ? feedLimit.max : defaultPageSize, holdArrivals = false } = options
  const requested = useMemo(() => serverFilter(stableFilter), [stableFilter])

  const listOptions = useMemo(() => feedOptions(store, requested, pageSize), [store, requested, pageSize])
  const feed = useInfiniteQuery(
    { ...listOptions, ...polledUntilLoaded(store, pollIntervals), enabled: isSignedIn },
    queryClient,
  )
  const { data: newestPages = noPages } = useQuery(
    {
      ...newestPagesOptions(store, requested, pageSize, pollIntervals),
      enabled: isSignedIn && feed.data !== undefined,
    },
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

  const { hasNextPage } = feed
  // Not the list of all, which is the largest. The pages of others would show it with gaps.
  const isSeeded = feed.isPending && (filtersInBrowser(stableFilter) || !isWithin({}, requested))
  const view = useMemo(() => {
    const { current } = rendered
    const before = current.list === listOptions ? current : { items: noPages, notifications: noPages }
    const seeds = isSeeded ? newestFirst([...cachedNotifications(store).values()]) : undefined
    return createFeedView({ store, filter: stableFilter, pages, newestPages, hasNextPage, admittedAt, before, seeds })
  }, [store, listOptions, stableFilter, pages, newestPages, hasNextPage, admittedAt, isSeeded])
  const { items, notifications, hasMore, arrivals, hasGap: isGapKnown } = useIntentLog(view)
  useBrowserLayoutEffect(() => {
    rendered.current = { list: listOptions, admittedAt, items, notifications }
  })

  const reloading = useRef<Promise<Tick> | undefined>(undefined)
  const reload = useCallback(async () => {
    const refetch = async () => {
      await queryClient.cancelQueries({ queryKey: listOptions.queryKey })
      const list = await queryClient.fetchInfiniteQuery({ ...listOptions, pages: 1, staleTime: alwaysStale })
      return list.pages[0]?.requestedAt ?? 0
    }
    // Each poll finds the gap again until the response arrives. One request is enough.
    reloading.current ??= refetch().finally(() => (reloading.current = undefined))
    return reloading.current
  }, [queryClient, listOptions])

  const hasGap = isGapKnown && !holdArrivals
  useEffect(() => {
    // More arrived than one feed page has, so the list is refetched. A failure is in the list's `error`.
    if (hasGap) reload().catch(() => undefined)
  }, [hasGap, newest, reload])

  const showArrivals = useCallback(async () => {
    setShownAt(newest)
    if (isGapKnown) setShownAt(await reload())
  }, [newest, isGapKnown, reload])

  // Some services list archived and snoozed notifications among the others.
  const hasOthers = useMemo(
    () => items.some(({ notification }) => !isPlaced(notification, stableFilter)),
    [items, stableFilter],
  )
  const loading = useLoadUntilFull(
    feed,
    filtersInBrowser(stableFilter) || hasOthers,
    hashKey([{ ...stableFilter, where: undefined }]),
    notifications.length,
    options.pageSize ?? defaultPageSize,
  )

  return {
    ...feed,
    ...loading,
    notifications,
    hasMore,
    arrivals,
    showArrivals,
  }
}
