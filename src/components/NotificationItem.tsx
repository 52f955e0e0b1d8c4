'use client'
import {
  forwardRef,
  memo,
  useEffect,
  useId,
  useRef,
  type ComponentPropsWithoutRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { classNames } from './classNames.ts'
import { NotificationBody, type NotificationHandlers } from './NotificationBody.tsx'
import { notificationText } from '../state/notificationText.ts'
import type { WatchSeen } from './seenWatcher.ts'
import { stateAttribute } from './stateAttribute.ts'
import { useForkedRef } from './useForkedRef.ts'
import { useLatest } from '../hooks/useLatest.ts'

export interface NotificationItemProps
  extends NotificationHandlers, Omit<ComponentPropsWithoutRef<'div'>, 'children' | 'onClick' | 'onKeyDown'> {
  notification: InboxNotification
  /** Its place in the list, from 1. */
  position?: number
  /** The length of the list. -1: not known. */
  setSize?: number
  /** Was it unseen when the list first showed it? Keeps the "new" tint for as long as the list is open. */
  isNew?: boolean
  /** From useSeen. */
  watchSeen?: WatchSeen | undefined
  /** What stands above the row inside its article, such as the heading of its group: a feed holds nothing but articles. */
  lead?: ReactNode
}

/** What a click on the row does not open. */
const interactive = '.tidings-item-lead, a, button, input, select, textarea, summary, [contenteditable="true"]'

/** Did somebody select text, rather than click? */
const isSelecting = () => getSelection()?.isCollapsed === false

/**
 * One notification, as an article of a feed. State: `data-unread`, `data-unseen`, `data-new`; `data-id` is its id.
 *
 * Its frame takes its place in the list, its body takes the notification: when the list moves, only frames render.
 */
export const NotificationItem = memo(
  forwardRef<HTMLDivElement, NotificationItemProps>(function NotificationItem(
    {
      notification,
      position,
      setSize,
      isNew = false,
      watchSeen,
      lead,
      onMark,
      onOpen,
      onAction,
      className,
      ...rest
    },
    forwardedRef,
  ) {
    const ref = useRef<HTMLDivElement>(null)
    const forkedRef = useForkedRef(ref, forwardedRef)
    const latest = useLatest(notification)
    const id = useId()
    const { _id: notificationId, read, seen } = notification

    useEffect(() => {
      if (!ref.current || !watchSeen || seen) return undefined
      return watchSeen(ref.current, () => latest.current)
    }, [watchSeen, notificationId, seen, latest])

    const open = (event: MouseEvent<HTMLDivElement> | KeyboardEvent<HTMLDivElement>) => {
      const link = event.currentTarget.querySelector<HTMLAnchorElement>('.tidings-item-link')
      if (link) link.click()
      else onOpen?.(notification, event)
    }
    // The style sheet spreads a row's link over the row. This is for what it leaves free, and for rows without one.
    const openByClick = (event: MouseEvent<HTMLDivElement>) => {
      const isOnControl = event.target instanceof Element && event.target.closest(interactive) !== null
      if (!isOnControl && !isSelecting()) open(event)
    }
    const openByKey = (event: KeyboardEvent<HTMLDivElement>) => {
      if (event.key !== 'Enter' || event.target !== event.currentTarget) return
      event.preventDefault()
      open(event)
    }

    return (
      <div
        {...rest}
        ref={forkedRef}
        role="article"
        tabIndex={0}
        className={classNames('tidings-item', className)}
        aria-posinset={position}
        aria-setsize={setSize}
        aria-labelledby={read ? `${id}-title` : `${id}-unread ${id}-title`}
        aria-describedby={notificationText(notification).text === '' ? undefined : `${id}-content`}
        data-id={notificationId}
        data-unread={stateAttribute(!read)}
        data-unseen={stateAttribute(!seen)}
        data-new={stateAttribute(isNew)}
        onClick={openByClick}
        onKeyDown={openByKey}
      >
        {lead && <div className="tidings-item-lead">{lead}</div>}
        <div className="tidings-item-row">
          <NotificationBody id={id} notification={notification} onMark={onMark} onOpen={onOpen} onAction={onAction} />
        </div>
      </div>
    )
  }),
)
