'use client'
import { forwardRef, useMemo, useRef, useState, type ComponentPropsWithoutRef, type ReactNode } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { classNames, renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttributes } from '../base/stateAttributes.ts'
import { useForkedRef } from '../base/useForkedRef.ts'
import { useStableCallback } from '../base/useStableCallback.ts'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { FeedSkeleton } from '../feedback/FeedSkeleton.tsx'
import type { NotificationHandlers } from '../item/handlers.ts'
import type { OnKindError } from '../item/KindBody.tsx'
import { kindOf, type AnyKinds } from '../item/kinds.ts'
import { CtaMemoryProvider, useCtaMemory } from '../item/useCta.ts'
import { useSeen } from '../item/useSeen.ts'
import { useLabels, useLocale } from '../language/LanguageProvider.tsx'
import { useToday } from '../language/sharedClock.ts'
import { EndSentinel, FeedFooter } from './FeedFooter.tsx'
import { FeedRow } from './FeedRow.tsx'
import { groupNotifications, type GroupBy } from './groupNotifications.ts'
import { useFeedKeys } from './useFeedKeys.ts'
import { useListWindow } from './useListWindow.ts'
import { useNewIds } from './useNewIds.ts'
import { useFocusKeeper, useKeptRow, useRowFocus } from './useRowFocus.ts'

const none: ReadonlySet<string> = new Set()

/** The ids that the latest change of a list has put above all that was there before. */
const useArrivedIds = (ids: readonly string[]): ReadonlySet<string> => {
  const [latest, setLatest] = useState({ ids, arrived: none })
  if (latest.ids === ids) return latest.arrived
  const [first] = latest.ids
  const count = first === undefined ? 0 : ids.indexOf(first)
  const arrived = count > 0 ? new Set(ids.slice(0, count)) : none
  setLatest({ ids, arrived })
  return arrived
}

/** What a Feed says by its `data-*`, and to `render`. */
export type FeedState = {
  /** How the first page fares. */
  status: 'loading' | 'error' | 'ready'
}

export interface FeedProps
  extends NotificationHandlers, Omit<ComponentPropsWithoutRef<'div'>, 'children'>, Replaceable<FeedState> {
  /** What to show, in order. An item that is the same object as before is not rendered again. */
  notifications: readonly InboxNotification[]
  /** How the first page fares. While there are notifications to show, they show. Default "ready". */
  status?: 'loading' | 'error' | 'ready'
  /** Why the first page could not be loaded: see `ErrorState`. */
  error?: unknown
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
  /**
   * Divides the list under headings: by the day of the reader's calendar, not at all, or by a function that names the
   * group of each notification, such as its project. A function brings together what it gives the same name; keep it
   * stable between renders. Default "day".
   */
  groupBy?: GroupBy
  /** The button of a group's heading was pressed: marks what is loaded of it. Without it, there is no such button. */
  onMarkGroup?: ((notifications: readonly InboxNotification[]) => void) | undefined
  /**
   * Renderers by workflow (`templateIdentifier` of 2.4): see `defineKinds`. Keep each the same between renders. A notification of
   * another workflow is drawn as by default, and so is one whose renderer throws.
   */
  kinds?: AnyKinds | undefined
  /** A renderer of `kinds` threw, or its schema refused a payload. What throws is told by React in the console too. */
  onKindError?: OnKindError | undefined
  /**
   * Keys for going through many notifications, while the focus is in the list or the panel around it: j and k or the
   * arrows, Home and End move, u marks as read or unread. The keys of the ARIA feed pattern always work. Default true.
   */
  shortcuts?: boolean
  /** Told when the reader comes to the top of the list, or leaves it. A list begins at its top. */
  onAtTopChange?: ((isAtTop: boolean) => void) | undefined
  /** Shown when there is nothing to show. Default: EmptyState. */
  empty?: ReactNode
  /** Shown above the first row, such as an ArrivalsPill. */
  top?: ReactNode
}

/**
 * The list of notifications, by the ARIA feed pattern, with its loading, empty and error states and more pages at its end.
 * State: `data-status`; `data-arriving` on rows that have just come above the others.
 *
 * It scrolls by itself where its height is limited, else what is around it does. However long it is, only the rows near
 * those in view are in the page: the browser's own search finds no others. All of them are printed.
 */
export const Feed = forwardRef<HTMLDivElement, FeedProps>(function Feed(
  {
    notifications,
    status = 'ready',
    error,
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
    groupBy = 'day',
    onMarkGroup,
    kinds,
    onKindError,
    shortcuts = true,
    onAtTopChange,
    empty,
    top,
    onFocus,
    onBlur,
    render,
    className,
    ...rest
  },
  forwardedRef,
) {
  const labels = useLabels()
  const locale = useLocale()
  const today = useToday()
  const root = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)

  const { newIds, stoppedAt } = useNewIds(notifications)
  const { notifications: shown, groups } = useMemo(
    () => groupNotifications(notifications, groupBy, today, locale),
    [notifications, groupBy, today, locale],
  )
  const headings = useMemo(() => new Map(groups.map((group) => [group.start, group])), [groups])
  const ids = useMemo(() => shown.map(({ _id }) => _id), [shown])
  const arrivedIds = useArrivedIds(ids)

  const keptRow = useKeptRow()
  const { rows, firstInView, style, measure, reveal } = useListWindow({
    ids,
    rootRef: root,
    contentRef: content,
    keptId: keptRow.kept?.id,
    onAtTopChange,
  })
  const focusRow = useRowFocus(list, ids, keptRow, reveal)
  const keepFocus = useFocusKeeper(list, shown, focusRow, keptRow.onHold)
  const watchSeen = useSeen(onSeen)
  const ctaMemory = useCtaMemory()
  const handlers = {
    onMark: useStableCallback(onMark),
    onOpen: useStableCallback(onOpen),
    onAction: useStableCallback(onAction),
    onKindError: useStableCallback(onKindError),
    onMarkGroup: useStableCallback(
      onMarkGroup &&
        ((firstIndex: number) => {
          const group = headings.get(firstIndex)
          if (group) onMarkGroup(shown.slice(group.start, group.end))
        }),
    ),
  }
  useFeedKeys({
    listRef: list,
    count: shown.length,
    startAt: () => Math.max(ids.indexOf(keptRow.lastId.current ?? ''), firstInView ?? 0),
    focusRow,
    onToggleRead:
      onMark &&
      ((index) => {
        const notification = shown[index]
        if (notification) onMark(notification, notification.read ? 'unread' : 'read')
      }),
    shortcuts,
  })

  const count = shown.length
  const isLoading = count === 0 && (status === 'loading' || isLoadingMore)
  const isFailed = status === 'error' && count === 0
  const goesOn = hasMore && !isLoading && !isFailed
  const setSize = total ?? (hasMore ? -1 : count)
  const currentGroup = groups.find(
    ({ start, end }) => firstInView !== undefined && start < firstInView && firstInView < end,
  )

  const feed = (
    <div
      {...rest}
      ref={useForkedRef(root, forwardedRef)}
      className={classNames('tidings-feed', className)}
      {...stateAttributes({ status })}
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
      {isFailed && <ErrorState message={labels.feedFailed} error={error} onRetry={onRetry} />}
      {status === 'ready' && count === 0 && !hasMore && (empty ?? <EmptyState />)}
      <div ref={content} className="tidings-feed-content">
        {/* It says again what stands in the article of the group's first row. */}
        {currentGroup && (
          <div className="tidings-feed-current" aria-hidden="true">
            <span className="tidings-group-label">{currentGroup.label}</span>
          </div>
        )}
        <div
          ref={list}
          // A feed must hold articles, or be about to.
          role={count > 0 || isLoading ? 'feed' : 'group'}
          tabIndex={-1}
          className="tidings-feed-list"
          style={style}
          aria-label={labels.notifications}
          aria-busy={isLoading || isLoadingMore}
        >
          {rows.map(({ index, skipped }) => {
            const notification = shown[index]
            if (!notification) return null
            const group = headings.get(index)
            return (
              <FeedRow
                key={notification._id}
                notification={notification}
                index={index}
                skipped={skipped}
                setSize={setSize}
                isNew={newIds.has(notification._id)}
                isArriving={arrivedIds.has(notification._id)}
                isFirstEarlier={notification._id === stoppedAt && typeof groupBy !== 'function'}
                kind={kindOf(kinds, notification)}
                groupLabel={group?.label}
                groupIsUnread={group?.hasUnread ?? false}
                watchSeen={watchSeen}
                measure={measure}
                {...handlers}
              />
            )
          })}
        </div>
        {goesOn && onEndReached && (
          <FeedFooter
            listRef={list}
            focusRow={focusRow}
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
  return <CtaMemoryProvider value={ctaMemory}>{renderPart(feed, render, { status })}</CtaMemoryProvider>
})
