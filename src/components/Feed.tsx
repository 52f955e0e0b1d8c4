'use client'
import { forwardRef, useRef, type ComponentPropsWithoutRef, type ReactNode } from 'react'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { classNames } from './classNames.ts'
import { EmptyState } from './EmptyState.tsx'
import { EndSentinel } from './EndSentinel.tsx'
import { ErrorState } from './ErrorState.tsx'
import { FeedFooter } from './FeedFooter.tsx'
import { FeedSkeleton } from './FeedSkeleton.tsx'
import { useLabels } from './LanguageProvider.tsx'
import type { NotificationHandlers } from './NotificationBody.tsx'
import { NotificationItem } from './NotificationItem.tsx'
import { CtaMemoryProvider, useCtaMemory } from './useCta.ts'
import { moveByFeedKeys } from './feedKeys.ts'
import { useFocusKeeper } from './useFocusKeeper.ts'
import { useNewIds } from './useNewIds.ts'
import { useSeen } from './useSeen.ts'
import { useStableCallback } from './useStableCallback.ts'

export interface FeedProps extends NotificationHandlers, Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** What to show, in order. An item that is the same object as before is not rendered again. */
  notifications: readonly InboxNotification[]
  /** How the first page fares. While there are notifications to show, they show. Default "ready". */
  status?: 'loading' | 'error' | 'ready'
  /** Asks for the first page again. */
  onRetry?: (() => void) | undefined
  /** Is there more to load? */
  hasMore?: boolean
  /** Is the next page on its way? */
  isLoadingMore?: boolean
  /** Did the next page fail? What is loaded stays. */
  loadMoreFailed?: boolean
  /** Loads the next page: when the end comes near, and when "Show more" or "Try again" below the list is pressed. */
  onEndReached?: (() => void) | undefined
  /** How many notifications there are in all, where that is known for certain. */
  total?: number | undefined
  /** Called once for each notification that was looked at for a second: see useSeen. */
  onSeen?: ((notification: InboxNotification) => void) | undefined
  /** Shown when there is nothing to show. Default: EmptyState. */
  empty?: ReactNode
  /** Shown above the first row, such as an ArrivalsPill. */
  top?: ReactNode
}

/**
 * The list of notifications, by the ARIA feed pattern, with its loading, empty and error states and more pages at its end.
 * It scrolls by itself where its height is limited. State: `data-status`.
 */
export const Feed = forwardRef<HTMLDivElement, FeedProps>(function Feed(
  {
    notifications,
    status = 'ready',
    onRetry,
    hasMore = false,
    isLoadingMore = false,
    loadMoreFailed = false,
    onEndReached,
    total,
    onSeen,
    onMark,
    onOpen,
    onAction,
    empty,
    top,
    onFocus,
    onBlur,
    className,
    ...rest
  },
  ref,
) {
  const labels = useLabels()
  const list = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusKeeper(list, notifications)
  const newIds = useNewIds(notifications)
  const watchSeen = useSeen(onSeen)
  const ctaMemory = useCtaMemory()
  const handlers = {
    onMark: useStableCallback(onMark),
    onOpen: useStableCallback(onOpen),
    onAction: useStableCallback(onAction),
  }

  const count = notifications.length
  const isLoading = count === 0 && (status === 'loading' || isLoadingMore)
  const isFailed = status === 'error' && count === 0
  const goesOn = hasMore && !isLoading && !isFailed
  const setSize = total ?? (hasMore ? -1 : count)

  const feed = (
    <div
      {...rest}
      ref={ref}
      className={classNames('tidings-feed', className)}
      data-status={status}
      onFocus={(event) => {
        keepFocus.onFocus(event)
        onFocus?.(event)
      }}
      onBlur={(event) => {
        keepFocus.onBlur(event)
        onBlur?.(event)
      }}
    >
      {top}
      {isLoading && <FeedSkeleton />}
      {isFailed && <ErrorState message={labels.feedFailed} onRetry={onRetry} />}
      {status === 'ready' && count === 0 && !hasMore && (empty ?? <EmptyState />)}
      <div className="tidings-feed-content">
        <div
          ref={list}
          // A feed must hold articles, or be about to.
          role={count > 0 || isLoading ? 'feed' : 'group'}
          tabIndex={-1}
          className="tidings-feed-list"
          aria-label={labels.notifications}
          aria-busy={isLoading || isLoadingMore}
          onKeyDown={moveByFeedKeys}
        >
          {notifications.map((notification, index) => (
            <NotificationItem
              key={notification._id}
              notification={notification}
              position={index + 1}
              setSize={setSize}
              isNew={newIds.has(notification._id)}
              watchSeen={watchSeen}
              {...handlers}
            />
          ))}
        </div>
        {goesOn && onEndReached && (
          <FeedFooter
            listRef={list}
            loaded={count}
            isLoading={isLoadingMore}
            isFailed={loadMoreFailed && !isLoadingMore}
            onMore={onEndReached}
          />
        )}
        {goesOn && onEndReached && !isLoadingMore && !loadMoreFailed && (
          <EndSentinel onReached={onEndReached} loaded={count} />
        )}
      </div>
    </div>
  )
  return <CtaMemoryProvider value={ctaMemory}>{feed}</CtaMemoryProvider>
})
