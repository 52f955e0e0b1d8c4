'use client'
import { type ReactNode, type UIEvent, useCallback, useState } from 'react'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { useInbox } from '../hooks/InboxProvider.tsx'
import { useFeed } from '../hooks/useFeed.ts'
import { useMarkAs } from '../hooks/useMarkAs.ts'
import { useMarkSeen } from '../hooks/useMarkSeen.ts'
import { useSeenOnOpen } from '../hooks/useSeenOnOpen.ts'
import type { FeedFilter } from '../state/feedFilter.ts'
import { ArrivalsPill } from './ArrivalsPill.tsx'
import { Feed, type FeedProps } from './Feed.tsx'
import type { NotificationHandlers } from './NotificationBody.tsx'
import { useArrivalNews } from './useArrivalNews.ts'
import { CtaMemoryProvider, useCtaMemory } from './useCta.ts'

/** What a host can do when its reader uses a notification. */
export type InboxHandlers = Pick<NotificationHandlers, 'onOpen' | 'onAction'>

export interface InboxFeedProps extends InboxHandlers, Pick<FeedProps, 'className' | 'style' | 'id'> {
  /** Which notifications. Default: all. */
  filter?: FeedFilter
  /** Notifications of one request, 1 to 100. Default 20. */
  pageSize?: number | undefined
  /**
   * When a notification counts as seen: once it was "visible" for a second, as soon as the list is "open" (all of them), or
   * "never" by itself. Default "visible".
   */
  seenWhen?: 'visible' | 'open' | 'never' | undefined
  /** Shown when there is nothing to show. Default: EmptyState. */
  empty?: ReactNode
}

/** How far from its top a list may be scrolled, in pixels, and still take arrivals in: less than a row. */
const topZone = 8

/**
 * One list of notifications that loads, pages, polls and marks by itself: `useFeed`, drawn. A notification that is
 * opened, or whose button was used, is marked as read; one that was looked at, as seen.
 */
export const InboxFeed = ({
  filter = {},
  pageSize,
  seenWhen = 'visible',
  onOpen,
  onAction,
  ...rest
}: InboxFeedProps) => {
  const [isAtTop, setIsAtTop] = useState(true)
  const feed = useFeed(filter, { holdArrivals: !isAtTop, ...(pageSize !== undefined && { pageSize }) })
  useArrivalNews(feed.notifications, feed.arrivals)
  const ctaMemory = useCtaMemory(useInbox().store)
  const { mutate: markAs } = useMarkAs()
  const markSeen = useMarkSeen()
  // Not before the list has shown what was new.
  useSeenOnOpen(seenWhen === 'open' && feed.isSuccess)

  const markRead = useCallback(
    ({ _id, read }: InboxNotification) => {
      if (!read) markAs({ messageId: _id, markAs: 'read' })
    },
    [markAs],
  )
  const open: NotificationHandlers['onOpen'] = (notification, event) => {
    // The mark follows by itself: nothing waits for it, neither the link nor the host.
    markRead(notification)
    onOpen?.(notification, event)
  }
  const act: NotificationHandlers['onAction'] = async (notification, button, index) => {
    await onAction?.(notification, button, index)
    markRead(notification)
  }
  const loadMore = () => {
    if (!feed.isFetchingNextPage) void feed.fetchNextPage()
  }

  const list = (
    <Feed
      {...rest}
      notifications={feed.notifications}
      status={feed.isPending ? 'loading' : feed.isLoadingError ? 'error' : 'ready'}
      onRetry={() => void feed.refetch()}
      hasMore={feed.hasMore}
      isLoadingMore={feed.isFetchingNextPage}
      loadMoreFailed={feed.isFetchNextPageError}
      onEndReached={loadMore}
      onSeen={seenWhen === 'visible' ? markSeen : undefined}
      onMark={(notification, verb) => markAs({ messageId: notification._id, markAs: verb })}
      onOpen={open}
      onAction={onAction && act}
      onScroll={(event: UIEvent<HTMLDivElement>) => setIsAtTop(event.currentTarget.scrollTop <= topZone)}
      top={<ArrivalsPill count={feed.arrivals} onClick={() => void feed.showArrivals()} />}
    />
  )
  return <CtaMemoryProvider value={ctaMemory}>{list}</CtaMemoryProvider>
}
