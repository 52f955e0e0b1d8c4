'use client'
import { type ForwardedRef, forwardRef, useContext, useRef, useState } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { useFeed } from '../../hooks/feed/useFeed.ts'
import { useMarkSeen, useSeenOnOpen } from '../../hooks/marks/useMarkSeen.ts'
import { useTriage } from '../../hooks/marks/useTriage.ts'
import { useInbox } from '../../hooks/provider/InboxProvider.tsx'
import { useHrefOf } from '../../hooks/provider/useHrefOf.ts'
import { useBrowserLayoutEffect, useLatest } from '../../hooks/utils/useLatest.ts'
import { refetchShown } from '../../state/feedOptions.ts'
import { completeAction } from '../../state/intents/completeAction.ts'
import { markKind } from '../../state/intents/markKind.ts'
import { markMessages } from '../../state/intents/markMessages.ts'
import { deleteLater, type Triage, triageMessages, undoOfTriage } from '../../state/intents/triageMessages.ts'
import { undoOf } from '../../state/intents/undo.ts'
import type { FeedFilter } from '../../state/model/feedFilter.ts'
import { deliveriesOf } from '../../state/pages/delivery.ts'
import { ArchiveIcon, ClockIcon } from '../base/panelIcons.tsx'
import { scrollerOf, scrollToTop } from '../base/scroller.ts'
import { useDrag } from '../base/useDrag.ts'
import { useForkedRef } from '../base/useForkedRef.ts'
import { withErrorReport } from '../base/withErrorReport.ts'
import { useContentFormat } from '../content/ContentProvider.tsx'
import { plainTitle } from '../content/plainTitle.ts'
import { ArrivalsPill } from '../feed/ArrivalsPill.tsx'
import { Feed, type FeedProps } from '../feed/Feed.tsx'
import { ListPlaceContext, placeIn } from '../feed/useListWindow.ts'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { FeedBoundary } from '../feedback/ErrorState.tsx'
import type { NotificationHandlers, OpenHandlers } from '../item/handlers.ts'
import { openNotification } from '../item/openNotification.ts'
import { CtaMemoryProvider, useCtaMemory, whenDone } from '../item/useCta.ts'
import { formatUntil } from '../language/formatUntil.ts'
import { knownTimeZone } from '../language/knownTimeZone.ts'
import type { InboxLabels } from '../language/labels.ts'
import { useLocale } from '../language/LanguageProvider.tsx'
import { useLabels } from '../language/useLabels.ts'
import { Notices } from './Notices.tsx'
import { showUndo } from './UndoNotice.tsx'
import { useArrivalNews } from './useArrivalNews.ts'

/** Handlers for notifications that the user opens or acts on. */
export type InboxHandlers = OpenHandlers & Pick<NotificationHandlers, 'onAction'>

/** Props of Feed that InboxFeed sets. */
type Managed =
  | 'notifications'
  | 'status'
  | 'error'
  | 'onRetry'
  | 'hasMore'
  | 'isLoadingMore'
  | 'loadMoreFailed'
  | 'onEndReached'
  | 'total'
  | 'onSeen'
  | 'onMark'
  | 'onMarkGroup'
  | 'onArchive'
  | 'onSnooze'
  | 'onDelete'
  | 'now'
  | 'onAtTopChange'
  | 'onKindError'
  | 'top'

export interface InboxFeedProps extends Omit<FeedProps, Managed>, Pick<OpenHandlers, 'navigate'> {
  /** Which notifications the list shows. Default: all. */
  filter?: FeedFilter
  /** Notifications per request, 1 to 100. Default 20. */
  pageSize?: number | undefined
  /**
   * When notifications are marked as seen: each once it was "visible" for one second, all as soon as the list is
   * "open", or "never". Default "visible".
   */
  seenWhen?: 'visible' | 'open' | 'never' | undefined
}

type ListProps = InboxFeedProps & { forwardedRef: ForwardedRef<HTMLDivElement> }

const rowOf = (list: Element | null, id: string) =>
  [...(list?.querySelectorAll<HTMLElement>('[role="article"]') ?? [])].find(({ dataset }) => dataset.id === id)

const emptyOf = (filter: FeedFilter, labels: InboxLabels) => {
  if ('archived' in filter) return <EmptyState title={labels.nothingArchived} icon={<ArchiveIcon />} />
  if ('snoozed' in filter) return <EmptyState title={labels.nothingSnoozed} icon={<ClockIcon />} />
  return undefined
}

const List = ({
  filter = {},
  pageSize,
  seenWhen = 'visible',
  onOpen,
  navigate,
  onAction,
  timeZone,
  empty,
  shortcuts = true,
  forwardedRef,
  ...rest
}: ListProps) => {
  const labels = useLabels()
  const listRef = useRef<HTMLDivElement>(null)
  const forkedRef = useForkedRef(listRef, forwardedRef)
  const [isAtTop, setIsAtTop] = useState(true)
  // Rows must not move while the user points at one or has the focus on it. Read here, so that the pointer renders
  // nothing.
  const isInUse = listRef.current?.matches(':has(.tidings-item:focus-within), :has(.tidings-item):hover') ?? false
  const feed = useFeed(filter, { holdArrivals: !isAtTop || isInUse, pageSize })
  useArrivalNews(feed.data && feed.notifications, feed.arrivals)
  const { store } = useInbox()
  const memory = useContext(ListPlaceContext)
  const refetch = useLatest(() => {
    const { last = 0 } = placeIn(memory, feed.notifications[0]?._id) ?? {}
    const notification = feed.notifications[last]
    if (notification) refetchShown(store, filter, pageSize, last + 1, notification)
  })
  // Before `useFeed` fetches the newest page, which this request includes.
  useBrowserLayoutEffect(() => refetch.current(), [refetch])
  const hrefOf = useHrefOf()
  const ctaMemory = useCtaMemory(store)
  /** A mark that the user makes by a button or a key. The notice offers its undo at once. */
  const markWithNotice = (verb: 'read' | 'unread', notifications: readonly InboxNotification[]) => {
    const ids = notifications.map(({ _id }) => _id)
    const madeOn = deliveriesOf(notifications)
    // Not `useMarkAs`, whose state would render the list two more times.
    const undo = undoOf(store, markKind, { verb, ids, madeOn })()
    const removeNotice = showUndo(store, { verb, count: ids.length, undo })
    markMessages(store, verb, ids, { madeOn }).catch(removeNotice)
  }
  const focusNext = useRef<string | undefined>(undefined)
  /** An undo after which the row has the focus, so that the next key does not change its neighbor. */
  const thenFocus =
    ({ _id }: InboxNotification, undo: () => Promise<void>) =>
    () => {
      focusNext.current = _id
      return undo()
    }
  useBrowserLayoutEffect(() => {
    if (focusNext.current === undefined) return
    rowOf(listRef.current, focusNext.current)?.focus()
    focusNext.current = undefined
  })
  const triage = useTriage()
  const format = useContentFormat()
  const locale = useLocale()
  const triageWithNotice = (made: Triage, notification: InboxNotification) => {
    const ids = [notification._id]
    const madeOn = deliveriesOf([notification])
    const until =
      made.action === 'snooze'
        ? formatUntil(Date.parse(made.snoozeUntil), triage.now(), locale, knownTimeZone(timeZone))
        : undefined
    const shown = { verb: made.action, count: 1, title: plainTitle(notification, format), until }
    const removeNotice = showUndo(store, {
      ...shown,
      undo: thenFocus(notification, undoOfTriage(store, made, ids, madeOn)),
    })
    triageMessages(store, made, ids, madeOn).catch(removeNotice)
  }
  /** Deleting can't be undone once it is sent, so it waits for its notice. */
  const deleteWithNotice = (notification: InboxNotification) => {
    const title = plainTitle(notification, format)
    const deletion = deleteLater(store, [notification._id], deliveriesOf([notification]))
    showUndo(store, { verb: 'delete', count: 1, title, ...deletion, undo: thenFocus(notification, deletion.undo) })
  }
  const triageHandlers: Pick<NotificationHandlers, 'onArchive' | 'onSnooze' | 'onDelete'> = triage.isOffered
    ? {
        onArchive: (notification) =>
          triageWithNotice({ action: notification.archived ? 'unarchive' : 'archive' }, notification),
        onSnooze: (notification, until) =>
          triageWithNotice(until ? { action: 'snooze', snoozeUntil: until } : { action: 'unsnooze' }, notification),
        onDelete: deleteWithNotice,
      }
    : {}
  const markSeen = useMarkSeen()
  // Not before the list has rendered, so that new notifications get their tint.
  useSeenOnOpen(seenWhen === 'open' && feed.isSuccess)

  const markRead = (notification: InboxNotification) => {
    const { _id, read } = notification
    // FailedMarksNotice shows a failure.
    if (!read) markMessages(store, 'read', [_id], { madeOn: deliveriesOf([notification]) }).catch(() => undefined)
  }
  /** Stores that a button was used. If that fails, `onError` gets the error, and the row shows the result as before. */
  const storeUse = (notification: InboxNotification, index: number) => {
    if (!triage.isOffered) return
    completeAction(store, notification, index).then(
      // From now on, pages and log show the result: the app may revert it.
      (isStored) => isStored && ctaMemory.write(notification._id, undefined),
      () => undefined,
    )
  }
  const open: NotificationHandlers['onOpen'] = (notification, event) => {
    // The mark is queued: neither the link nor the app waits for it.
    markRead(notification)
    const before = ctaMemory.read(notification._id)
    try {
      openNotification({ onOpen, navigate, hrefOf }, notification, event)
    } catch (error) {
      store.report(error)
    }
    // A listener of the element handles the click on a button, which was a link until then.
    if (ctaMemory.read(notification._id) !== before)
      whenDone(ctaMemory, notification._id, (index) => storeUse(notification, index))
  }
  const act: NotificationHandlers['onAction'] =
    onAction &&
    (async (notification, button, index) => {
      await onAction(notification, button, index)
      storeUse(notification, index)
      markRead(notification)
    })
  const markGroup = (group: readonly InboxNotification[]) => {
    const unread = group.filter(({ read }) => !read)
    if (unread.length > 0) markWithNotice('read', unread)
  }
  const letArrivalsIn = () => {
    const content = listRef.current?.querySelector('.tidings-feed-content')
    // Not `scrollIntoView`, which would also scroll the browser page.
    if (content) scrollToTop(content)
    void feed.showArrivals()
  }
  useDrag(listRef, 'y', (_target, distance) => {
    const element = listRef.current
    // Where the browser page scrolls, the browser has its own "pull to refresh".
    const isPull = isAtTop && distance > 0 && element && scrollerOf(element) === element
    return isPull && [element, () => feed.refetch().then(feed.showArrivals)]
  })
  const loadMore = () => {
    if (!feed.isFetchingNextPage) void feed.fetchNextPage()
  }

  const list = (
    <Feed
      {...rest}
      {...triageHandlers}
      timeZone={timeZone}
      now={triage.now}
      empty={empty ?? emptyOf(filter, labels)}
      shortcuts={shortcuts}
      ref={forkedRef}
      notifications={feed.notifications}
      status={feed.isPending ? 'loading' : feed.isLoadingError ? 'error' : 'ready'}
      error={feed.error}
      onRetry={() => void feed.refetch()}
      hasMore={feed.hasMore}
      isLoadingMore={feed.isFetchingNextPage}
      loadMoreFailed={feed.isFetchNextPageError}
      onEndReached={loadMore}
      onSeen={seenWhen === 'visible' ? markSeen : undefined}
      onMark={(notification, verb) => markWithNotice(verb, [notification])}
      onOpen={open}
      onAction={withErrorReport(act, store.report)}
      onMarkGroup={markGroup}
      onAtTopChange={setIsAtTop}
      onKindError={store.report}
      top={
        <>
          {/* A panel has its own, which outlast a change of tabs. */}
          {!memory && <Notices shortcuts={shortcuts} />}
          {feed.arrivals > 0 && <ArrivalsPill count={feed.arrivals} onClick={letArrivalsIn} />}
        </>
      }
    />
  )
  return <CtaMemoryProvider value={ctaMemory}>{list}</CtaMemoryProvider>
}

/**
 * A list of notifications that loads, pages, polls and marks: `useFeed` with `Feed`. It marks a notification as read
 * when the user opens it or its action succeeds, stores the action's result, and marks as seen according to
 * `seenWhen`. Outside of `InboxPanel`, it shows what failed, and what can be undone, over its end.
 */
export const InboxFeed = forwardRef<HTMLDivElement, InboxFeedProps>(function InboxFeed(props, ref) {
  return (
    <FeedBoundary>
      <List {...props} forwardedRef={ref} />
    </FeedBoundary>
  )
})
