'use client'
import { type ComponentPropsWithoutRef, forwardRef, type ReactNode, useMemo, useRef } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { useLatest } from '../../hooks/utils/useLatest.ts'
import { classNames } from '../base/classNames.ts'
import { isRightToLeft } from '../base/isRightToLeft.ts'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttributes } from '../base/stateAttributes.ts'
import { useDrag } from '../base/useDrag.ts'
import { useForkedRef } from '../base/useForkedRef.ts'
import { useOwnScroll } from '../base/useOwnScroll.ts'
import { useReportOnce } from '../base/useReportOnce.ts'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { FeedSkeleton } from '../feedback/FeedSkeleton.tsx'
import { type NotificationHandlers, useHandlers } from '../item/handlers.ts'
import type { OnKindError } from '../item/KindBody.tsx'
import { type AnyKinds, kindOf } from '../item/kinds.tsx'
import { archive, type RowAction, toggleRead } from '../item/rowActions.tsx'
import { RowMenu, useRowMenu } from '../item/RowMenu.tsx'
import type { SnoozeOptions } from '../item/rowMenuContext.ts'
import { CtaMemoryProvider, useCtaMemory } from '../item/useCta.ts'
import type { RenderItem } from '../item/useItem.ts'
import { useSeen } from '../item/useSeen.ts'
import { useLanguageAttributes, useLocale } from '../language/LanguageProvider.tsx'
import { useToday } from '../language/sharedClock.ts'
import { useLabels } from '../language/useLabels.ts'
import { EndSentinel, FeedFooter } from './FeedFooter.tsx'
import { FeedRow, ListHeading, type RowHandlers } from './FeedRow.tsx'
import { type GroupBy, groupNotifications } from './groupNotifications.ts'
import { useFeedKeys } from './useFeedKeys.ts'
import { useListWindow } from './useListWindow.ts'
import { useNewIds } from './useNewIds.ts'
import { tabStopOf, useFocusedRow, useFocusRecovery, useRowFocus } from './useRowFocus.ts'
import { useRowIds } from './useRowIds.ts'

/**
 * Wraps each handler in a function that calls the latest one. The result is the same object until a handler is added or
 * removed. Memoized rows take it, so that an inline handler of the app does not render every row again.
 */
const useStableHandlers = <Handlers extends object>(given: Handlers): Handlers => {
  const all = given as Record<string, ((...args: unknown[]) => unknown) | undefined>
  const latest = useLatest(all)
  const names = JSON.stringify(Object.keys(all).filter((name) => all[name]))
  return useMemo(() => {
    const stable = (name: string) => [name, (...args: unknown[]) => latest.current[name]?.(...args)]
    return Object.fromEntries((JSON.parse(names) as string[]).map(stable)) as Handlers
  }, [names, latest])
}

/** State of a Feed: its `data-*` attributes, and the second argument of `render`. */
export type FeedState = {
  /** Load state of the first feed page. */
  status: 'loading' | 'error' | 'ready'
}

export interface FeedProps
  extends
    NotificationHandlers,
    SnoozeOptions,
    Omit<ComponentPropsWithoutRef<'div'>, 'children'>,
    Replaceable<FeedState> {
  /** The notifications, in their order. One that is the same object as before does not render again. */
  notifications: readonly InboxNotification[]
  /** Load state of the first feed page. It shows only without notifications. Default "ready". */
  status?: 'loading' | 'error' | 'ready'
  /** The error of the first feed page: see `ErrorState`. */
  error?: unknown
  /** Called when the user presses "Try again" after the first feed page failed. Fetch it again. */
  onRetry?: (() => void) | undefined
  /** Whether there is another feed page. Default false. */
  hasMore?: boolean
  /** Whether the next feed page is loading. Default false. */
  isLoadingMore?: boolean
  /** Whether the next feed page failed to load. The loaded notifications still show. Default false. */
  loadMoreFailed?: boolean
  /**
   * Called near the end of the list, and when the user presses "Show more" or "Try again" below it. Load the next
   * feed page.
   */
  onEndReached?: (() => void) | undefined
  /** Number of all notifications, loaded or not. Leave it out unless the number is certain. */
  total?: number | undefined
  /** Called once for each notification that was visible for one second: see useSeen. */
  onSeen?: ((notification: InboxNotification) => void) | undefined
  /**
   * Groups the list under headings: by the day in the user's time zone (from a week on by "Last week" and months),
   * not at all, or by a function that returns the group of a notification, such as its project. A group's notifications
   * show together. Keep the function stable between renders. Default "day".
   */
  groupBy?: GroupBy | undefined
  /**
   * Called with the loaded notifications of a group when the user presses "Mark … as read" in its heading. Default:
   * no button.
   */
  onMarkGroup?: ((notifications: readonly InboxNotification[]) => void) | undefined
  /**
   * Renderers by workflow (`templateIdentifier`), and for all others by "*": see `defineKinds`. Keep each the same
   * between renders. A notification without a renderer, or whose renderer throws, shows its default content.
   */
  kinds?: AnyKinds | undefined
  /**
   * Renders the content of each row without a renderer in `kinds`, with the notification and every mark applied. The
   * parts such as NotificationTitle need no props in it. It is called as a function: use hooks in components that it
   * renders. Keep it the same between renders, or the rows render with each render of the list. If it throws, the row
   * shows its default content.
   */
  renderItem?: RenderItem | undefined
  /**
   * Called when a renderer of `kinds` throws or its schema rejects a payload. React also logs what a renderer throws.
   */
  onKindError?: OnKindError | undefined
  /**
   * Enables the shortcuts while the focus is in the list or the panel around it: j and k or the arrows, Home and End
   * move the focus, u marks as read or unread, e archives, b snoozes, # deletes. The keys of the ARIA feed pattern
   * always work. Default true.
   */
  shortcuts?: boolean
  /** Called when the user reaches the top of the list, or leaves it. A list starts at its top. */
  onAtTopChange?: ((isAtTop: boolean) => void) | undefined
  /** Renders in a list without notifications. Default: EmptyState. */
  empty?: ReactNode
  /** Renders above the first row, such as an ArrivalsPill. */
  top?: ReactNode
}

/**
 * The list of notifications, by the ARIA feed pattern, with its loading, empty and error states. State: `data-status`;
 * `data-arriving` on rows that have just arrived above the others.
 *
 * A finger that moves a row to either side marks it as read or unread: `data-drag`. With `onArchive`, one that moves it
 * towards the end archives it: `data-swipe`.
 *
 * The list scrolls if its height is limited; otherwise its nearest scrolling ancestor does. Only the rows near the view
 * are in the DOM, so that the browser's search finds only those. Printing renders all rows.
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
    groupBy = 'day',
    onMarkGroup,
    kinds,
    renderItem,
    onKindError,
    shortcuts = true,
    onAtTopChange,
    snoozePresets,
    timeZone,
    now,
    empty,
    top,
    onFocus,
    onBlur,
    render,
    className,
    ...others
  },
  forwardedRef,
) {
  const [given, rest] = useHandlers(others)
  const labels = useLabels()
  const locale = useLocale()
  const language = useLanguageAttributes()
  const today = useToday()
  const report = useReportOnce()
  const root = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useOwnScroll(root)

  const { isNew, firstEarlierId } = useNewIds(notifications)
  const { notifications: shown, groups } = useMemo(
    () => groupNotifications(notifications, groupBy, today, locale, report),
    [notifications, groupBy, today, locale, report],
  )
  const headings = useMemo(() => new Map(groups.map((group) => [group.start, group])), [groups])
  const { ids, arrivedIds } = useRowIds(shown)

  const { rowFocus, onRowFocus, want } = useFocusedRow()
  const { rows, firstInView, style, reveal } = useListWindow({
    ids,
    rootRef: root,
    listRef: list,
    pinnedId: rowFocus.id,
    onAtTopChange,
  })
  const focusRow = useRowFocus(list, ids, { rowFocus, want }, reveal)
  const tabStop = tabStopOf(ids, rowFocus, rows, firstInView)
  const focusRecovery = useFocusRecovery(list, ids, focusRow, onRowFocus)
  const watchSeen = useSeen(onSeen)
  const ctaMemory = useCtaMemory()
  const handlers = useStableHandlers<RowHandlers>({
    ...given,
    onKindError,
    onMarkGroup:
      onMarkGroup &&
      ((firstIndex) => {
        const group = headings.get(firstIndex)
        if (group) onMarkGroup(shown.slice(group.start, group.end))
      }),
  })
  const { onEndReached: loadMore } = useStableHandlers({ onEndReached })
  const menu = useRowMenu()
  const prepare = (action: RowAction, index: number) => shown[index] && action.prepare(handlers, shown[index], menu)
  useDrag(list, 'x', (target, distance) => {
    const row = target.closest<HTMLElement>('.tidings-item')
    // A long line of code scrolls.
    if (!row || target.closest('pre, input, textarea')) return undefined
    const index = Number(row.dataset.index)
    const isToEnd = distance > 0 !== isRightToLeft(row)
    const archives = isToEnd ? prepare(archive, index) : undefined
    // Without an archive either way, so that it is the same for both hands.
    const act = archives ?? prepare(toggleRead, index)
    if (archives) row.dataset.swipe = 'archive'
    else delete row.dataset.swipe
    return act && [row, () => act(row)]
  })
  useFeedKeys({
    listRef: list,
    count: shown.length,
    startAt: () => tabStop,
    focusRow,
    prepare,
    shortcuts,
  })

  const count = shown.length
  const isLoading = count === 0 && (status === 'loading' || isLoadingMore)
  const isFailed = status === 'error' && count === 0
  const canLoadMore = hasMore && !isLoading && !isFailed
  const setSize = total ?? (hasMore ? -1 : count)
  const currentGroup = groups.find(
    ({ start, end }) => firstInView !== undefined && start < firstInView && firstInView < end,
  )

  const feed = (
    <div
      {...language}
      {...rest}
      ref={useForkedRef(root, forwardedRef)}
      className={classNames('tidings-feed', className)}
      {...stateAttributes({ status })}
      onFocus={(event) => {
        focusRecovery.onFocus(event)
        onFocus?.(event)
      }}
      onBlur={(event) => {
        focusRecovery.onBlur(event)
        onBlur?.(event)
      }}
    >
      {top}
      {isLoading && <FeedSkeleton />}
      {isFailed && <ErrorState message={labels.feedFailed} error={error} onRetry={onRetry} />}
      {status === 'ready' && count === 0 && !hasMore && (empty ?? <EmptyState />)}
      <div className="tidings-feed-content">
        {currentGroup && (
          // Hidden, since the article of the group's first row already contains this heading and its button.
          <ListHeading
            aria-hidden="true"
            className="tidings-feed-current"
            label={currentGroup.label}
            isTabStop={false}
            start={currentGroup.start}
            onMarkGroup={currentGroup.hasUnread ? handlers.onMarkGroup : undefined}
          />
        )}
        <div
          ref={list}
          // ARIA requires articles in a feed, unless it is busy.
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
                isNew={isNew.get(notification._id) ?? false}
                isArriving={arrivedIds.has(notification._id)}
                isFirstEarlier={notification._id === firstEarlierId && typeof groupBy !== 'function'}
                kind={kindOf(kinds, notification)}
                renderItem={renderItem}
                groupLabel={group?.label}
                groupIsUnread={group?.hasUnread ?? false}
                groupIsPassed={group !== undefined && group === currentGroup}
                timeFormat={groups.find(({ end }) => index < end)?.timeFormat}
                isTabStop={index === tabStop}
                watchSeen={watchSeen}
                handlers={handlers}
              />
            )
          })}
        </div>
        {canLoadMore && loadMore && (
          <FeedFooter
            listRef={list}
            focusRow={focusRow}
            loaded={count}
            isLoading={isLoadingMore}
            isFailed={loadMoreFailed && !isLoadingMore}
            onMore={loadMore}
          />
        )}
        {canLoadMore && loadMore && !isLoadingMore && !loadMoreFailed && (
          <EndSentinel onReached={loadMore} loaded={count} />
        )}
      </div>
    </div>
  )
  return (
    <CtaMemoryProvider value={ctaMemory}>
      <RowMenu
        menu={menu}
        isOffered={Boolean(given.onSnooze ?? given.onDelete)}
        snoozePresets={snoozePresets}
        timeZone={timeZone}
        now={now}
      >
        {renderPart(feed, render, { status })}
      </RowMenu>
    </CtaMemoryProvider>
  )
})
