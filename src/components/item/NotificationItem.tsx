'use client'
import {
  type ComponentPropsWithoutRef,
  forwardRef,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  useMemo,
  useRef,
  useState,
} from 'react'
import { notificationText } from '../../content/notificationText.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { useBrowserLayoutEffect } from '../../hooks/utils/useLatest.ts'
import { useUniqueId } from '../../hooks/utils/useUniqueId.ts'
import { classNames } from '../base/classNames.ts'
import { isElement } from '../base/focus.ts'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttribute } from '../base/stateAttribute.ts'
import { stateAttributes } from '../base/stateAttributes.ts'
import { useForkedRef } from '../base/useForkedRef.ts'
import { useContentFormat } from '../content/ContentProvider.tsx'
import { plainTitle } from '../content/plainTitle.ts'
import type { TimeFormat } from '../language/relativeTime.ts'
import { useLabels } from '../language/useLabels.ts'
import { type NotificationHandlers, useHandlers } from './handlers.ts'
import { standardBody } from './NotificationBody.tsx'
import { hasSelection } from './NotificationLink.tsx'
import { useRowTime } from './RelativeTime.tsx'
import { RowMenu, useRowMenu } from './RowMenu.tsx'
import { CtaMemoryProvider, useCtaMemory } from './useCta.ts'
import { ItemProvider, TabStopProvider } from './useItem.ts'
import type { WatchSeen } from './useSeen.ts'

/** State of a NotificationItem: its `data-*` attributes, and the second argument of `render`. */
export type NotificationItemState = {
  /** Whether the notification is unread. */
  unread: boolean
  /** Whether the notification is unseen now. */
  unseen: boolean
  /** Whether the notification was unseen when the list first showed it. */
  new: boolean
  /** Whether the notification has just arrived above the others. */
  arriving: boolean
  /** The importance of the notification, if its workflow has one. */
  severity?: 'high' | 'medium' | 'low' | undefined
}

const hasMenu = ({ onSnooze, onDelete }: NotificationHandlers) => Boolean(onSnooze ?? onDelete)

const severities = ['high', 'medium', 'low'] as const

export interface NotificationItemProps
  extends NotificationHandlers, ComponentPropsWithoutRef<'div'>, Replaceable<NotificationItemState> {
  /** The notification of the row. */
  notification: InboxNotification
  /** Position in the list, from 1. */
  position?: number
  /** Length of the list. -1: unknown. */
  setSize?: number
  /**
   * Whether the notification was unseen when the list first showed it. The row then has the "new" tint. Default false.
   */
  isNew?: boolean
  /** Whether the notification has just arrived above the others. The row then slides in. Default false. */
  isArriving?: boolean
  /** Watches whether the row is seen: the result of `useSeen`. */
  watchSeen?: WatchSeen | undefined
  /**
   * Whether Tab reaches the row and its controls. A list sets it for one row, and moves the focus with keys. Default
   * true.
   */
  isTabStop?: boolean
  /** How the time shows: see RelativeTime. Default "age". */
  timeFormat?: TimeFormat | undefined
  /** Renders above the row inside its article, such as a group's heading: a feed may contain only articles. */
  lead?: ReactNode
  /**
   * Content of the row, such as Avatar, NotificationTitle and RelativeTime, which need no props here. Default:
   * NotificationBody.
   */
  children?: ReactNode
}

/**
 * Elements that handle a click themselves, so that it does not open the row. The row itself matches by its `tabindex`.
 */
const interactive =
  '.tidings-item > :not(.tidings-item-row), a, button, input, select, textarea, summary, label, [role="button"], ' +
  '[contenteditable="true"], [tabindex]'

/** Clicks in a menu that the row renders through a portal also bubble here, by React. */
export const isOnRow = (target: EventTarget, row: Element) => {
  if (!isElement(target) || !row.contains(target)) return false
  const control = target.closest(interactive)
  return control === null || control.contains(row)
}

/** The parts in the children of an item. Without a title, the whole row names the article. */
interface Pieces {
  title: boolean
  content: boolean
}

interface ListItemProps extends Omit<NotificationItemProps, keyof NotificationHandlers> {
  /** Keep the object the same until one of them changes. */
  handlers: NotificationHandlers
}

/** A NotificationItem for a list, which is memoized and provides a CtaMemory. */
export const UnmemoizedItem = forwardRef<HTMLDivElement, ListItemProps>(function UnmemoizedItem(
  {
    notification,
    position,
    setSize,
    isNew = false,
    isArriving = false,
    watchSeen,
    isTabStop = true,
    timeFormat = 'age',
    lead,
    handlers,
    onClickCapture,
    onKeyDown,
    render,
    className,
    children = standardBody,
    ...rest
  },
  forwardedRef,
) {
  const labels = useLabels()
  const format = useContentFormat()
  const ref = useRef<HTMLDivElement>(null)
  const forkedRef = useForkedRef(ref, forwardedRef)
  const latest = useRef(notification)
  const id = useUniqueId()
  const [pieces, setPieces] = useState<Pieces>({ title: true, content: false })
  const { _id: notificationId, read, seen } = notification
  const time = useRowTime(notification, timeFormat)
  const severity = severities.find((each) => each === notification.severity)
  const item = useMemo(() => ({ notification, id, handlers, timeFormat }), [notification, id, handlers, timeFormat])
  const isImportant = severity === 'high'
  const isArranged = children !== standardBody
  const { text } = notificationText(notification)

  useBrowserLayoutEffect(() => {
    latest.current = notification
    if (!isArranged) return
    const has = (piece: string) => (ref.current?.querySelector(`[id="${id}-${piece}"]`) ?? null) !== null
    const found = { title: has('title'), content: has('content') }
    setPieces((before) => (before.title === found.title && before.content === found.content ? before : found))
  })
  // Not a passive effect: with many rows, React would schedule one more task for them.
  useBrowserLayoutEffect(() => {
    if (!ref.current || !watchSeen || seen) return undefined
    return watchSeen(ref.current, () => latest.current)
  }, [watchSeen, notificationId, seen])

  const open = (event: MouseEvent<HTMLDivElement> | KeyboardEvent<HTMLDivElement>) => {
    const link = event.currentTarget.querySelector<HTMLAnchorElement>('.tidings-item-link')
    const { ctrlKey, metaKey, shiftKey } = event
    // Not `link.click()`, which has no modifier keys: with one, the link opens in a new tab.
    const click = { bubbles: true, cancelable: true, composed: true, ctrlKey, metaKey, shiftKey }
    if (link) link.dispatchEvent(new MouseEvent('click', click))
    else handlers.onOpen?.(notification, event)
  }
  const names = () => {
    if (!isArranged) {
      const words = [!read && labels.unread, isImportant && labels.important, plainTitle(notification, format)]
      return {
        'aria-label': [...words, time?.spoken].filter(Boolean).join(', '),
        'aria-describedby': text === '' ? undefined : `${id}-content`,
      }
    }
    // The app may render another title than that of the notification.
    const named = [!read && 'unread', isImportant && 'important', 'title'].flatMap((piece) =>
      piece ? `${id}-${piece}` : [],
    )
    return {
      'aria-labelledby': pieces.title ? named.join(' ') : `${id}-row`,
      'aria-describedby': pieces.content ? `${id}-content` : undefined,
    }
  }

  const state = { unread: !read, unseen: !seen, new: isNew, arriving: isArriving, severity }
  return renderPart(
    <div
      {...rest}
      {...names()}
      {...stateAttributes(state)}
      ref={forkedRef}
      role="article"
      tabIndex={isTabStop ? 0 : -1}
      className={classNames('tidings-item', className)}
      aria-posinset={position}
      aria-setsize={setSize}
      data-id={notificationId}
      data-menu={stateAttribute(hasMenu(handlers))}
      data-workflow={notification.templateIdentifier}
      // Opens by a click on the row's text, which is above the link so that it can be selected, and in rows without a
      // link. For `onClick`, React would set the element's `onclick`, and screen readers would add "clickable".
      onClickCapture={(event: MouseEvent<HTMLDivElement>) => {
        onClickCapture?.(event)
        const row = event.currentTarget
        if (!event.defaultPrevented && isOnRow(event.target, row) && !hasSelection(row)) open(event)
      }}
      onKeyDown={(event: KeyboardEvent<HTMLDivElement>) => {
        onKeyDown?.(event)
        if (event.defaultPrevented || event.key !== 'Enter' || event.target !== event.currentTarget) return
        event.preventDefault()
        if (!event.repeat) open(event)
      }}
    >
      {lead}
      <div className="tidings-item-row" id={isArranged ? `${id}-row` : undefined}>
        {!read && (
          <span className="tidings-unread" id={isArranged ? `${id}-unread` : undefined}>
            {labels.unread}
          </span>
        )}
        {isImportant && isArranged && (
          // Only the name refers to it.
          <span hidden id={`${id}-important`}>
            {labels.important}
          </span>
        )}
        <ItemProvider value={item}>
          <TabStopProvider value={isTabStop}>{children}</TabStopProvider>
        </ItemProvider>
      </div>
    </div>,
    render,
    state,
  )
})

/**
 * One notification, as an article of a feed. State: `data-unread`, `data-unseen`, `data-new`, `data-arriving`,
 * `data-severity`; `data-menu` if its buttons include that of a menu; `data-id` is the notification's id, and
 * `data-workflow` the identifier of its workflow.
 */
export const NotificationItem = /* @__PURE__ */ memo(
  forwardRef<HTMLDivElement, NotificationItemProps>(function NotificationItem(props, ref) {
    const [handlers, rest] = useHandlers(props)
    return (
      <CtaMemoryProvider value={useCtaMemory()}>
        <RowMenu menu={useRowMenu()} isOffered={hasMenu(handlers)}>
          <UnmemoizedItem {...rest} handlers={handlers} ref={ref} />
        </RowMenu>
      </CtaMemoryProvider>
    )
  }),
)
