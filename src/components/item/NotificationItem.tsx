'use client'
import {
  type ComponentPropsWithoutRef,
  forwardRef,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { notificationText } from '../../content/notificationText.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { useBrowserLayoutEffect, useLatest } from '../../hooks/utils/useLatest.ts'
import { isElement } from '../base/focus.ts'
import { classNames, renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttributes } from '../base/stateAttributes.ts'
import { useForkedRef } from '../base/useForkedRef.ts'
import { VisuallyHidden } from '../base/VisuallyHidden.tsx'
import { useLabels } from '../language/LanguageProvider.tsx'
import type { NotificationHandlers } from './handlers.ts'
import { NotificationBody } from './NotificationBody.tsx'
import { SharedCtaMemory } from './useCta.ts'
import { ItemProvider } from './useItem.ts'
import type { WatchSeen } from './useSeen.ts'

interface ItemContents {
  isUnread: boolean
  /** Whether the notification has a text below its title. */
  hasText: boolean
  /** Whether the app passed `children`. They may lack a title, or have a text although the notification has none. */
  isArranged: boolean
}

/** The accessible name and description of an article. Without a NotificationTitle, the whole row is its name. */
const useNamedBy = (
  article: RefObject<HTMLElement | null>,
  id: string,
  { isUnread, hasText, isArranged }: ItemContents,
) => {
  const [missesTitle, setMissesTitle] = useState(false)
  const [describes, setDescribes] = useState(hasText)

  useBrowserLayoutEffect(() => {
    if (!isArranged) return
    const has = (piece: string) => (article.current?.querySelector(`[id="${id}-${piece}"]`) ?? null) !== null
    setMissesTitle(!has('title'))
    setDescribes(has('content'))
  })

  const title = isUnread ? `${id}-unread ${id}-title` : `${id}-title`
  return {
    'aria-labelledby': isArranged && missesTitle ? `${id}-row` : title,
    'aria-describedby': (isArranged ? describes : hasText) ? `${id}-content` : undefined,
  }
}

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
}

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
  '.tidings-item-lead, a, button, input, select, textarea, summary, label, [role="button"], [contenteditable="true"], [tabindex]'

/**
 * Whether a click is on the row itself. Clicks in a menu that the row renders through a portal also bubble here, by
 * React.
 */
const isOnRow = (target: EventTarget, row: Element) => {
  if (!isElement(target) || !row.contains(target)) return false
  const control = target.closest(interactive)
  return control === null || control.contains(row)
}

/** Whether the click was the end of selecting text. */
const isSelecting = () => getSelection()?.isCollapsed === false

const standard = <NotificationBody />

/**
 * One notification, as an article of a feed. State: `data-unread`, `data-unseen`, `data-new`, `data-arriving`;
 * `data-id` is the notification's id.
 *
 * The frame depends on the position in the list, the content on the notification: when positions change, only frames
 * render.
 */
export const NotificationItem = memo(
  forwardRef<HTMLDivElement, NotificationItemProps>(function NotificationItem(
    {
      notification,
      position,
      setSize,
      isNew = false,
      isArriving = false,
      watchSeen,
      lead,
      onMark,
      onOpen,
      onAction,
      onClick,
      onKeyDown,
      render,
      className,
      children,
      ...rest
    },
    forwardedRef,
  ) {
    const labels = useLabels()
    const ref = useRef<HTMLDivElement>(null)
    const forkedRef = useForkedRef(ref, forwardedRef)
    const latest = useLatest(notification)
    const id = useId()
    const { _id: notificationId, read, seen } = notification
    const item = useMemo(
      () => ({ notification, id, onMark, onOpen, onAction }),
      [notification, id, onMark, onOpen, onAction],
    )
    const hasText = notificationText(notification).text !== ''
    const names = useNamedBy(ref, id, { isUnread: !read, hasText, isArranged: children !== undefined })

    useEffect(() => {
      if (!ref.current || !watchSeen || seen) return undefined
      return watchSeen(ref.current, () => latest.current)
    }, [watchSeen, notificationId, seen, latest])

    const open = (event: MouseEvent<HTMLDivElement> | KeyboardEvent<HTMLDivElement>) => {
      const link = event.currentTarget.querySelector<HTMLAnchorElement>('.tidings-item-link')
      const { ctrlKey, metaKey, shiftKey } = event
      // Not `link.click()`, which has no modifier keys: with one, the link opens in a new tab.
      const click = { bubbles: true, cancelable: true, composed: true, ctrlKey, metaKey, shiftKey }
      if (link) link.dispatchEvent(new MouseEvent('click', click))
      else onOpen?.(notification, event)
    }
    // The style sheet spreads the link over the row. This handles clicks beside the link, and rows without one.
    const openByClick = (event: MouseEvent<HTMLDivElement>) => {
      onClick?.(event)
      if (!event.defaultPrevented && isOnRow(event.target, event.currentTarget) && !isSelecting()) open(event)
    }
    const openByKey = (event: KeyboardEvent<HTMLDivElement>) => {
      onKeyDown?.(event)
      if (event.defaultPrevented || event.key !== 'Enter' || event.target !== event.currentTarget) return
      event.preventDefault()
      if (!event.repeat) open(event)
    }

    const state = { unread: !read, unseen: !seen, new: isNew, arriving: isArriving }
    return renderPart(
      <div
        {...rest}
        {...names}
        {...stateAttributes(state)}
        ref={forkedRef}
        role="article"
        tabIndex={0}
        className={classNames('tidings-item', className)}
        aria-posinset={position}
        aria-setsize={setSize}
        data-id={notificationId}
        onClick={openByClick}
        onKeyDown={openByKey}
      >
        {lead && <div className="tidings-item-lead">{lead}</div>}
        <div className="tidings-item-row" id={children === undefined ? undefined : `${id}-row`}>
          {!read && <VisuallyHidden id={`${id}-unread`}>{labels.unread}</VisuallyHidden>}
          <ItemProvider value={item}>
            {children === undefined ? standard : <SharedCtaMemory>{children}</SharedCtaMemory>}
          </ItemProvider>
        </div>
      </div>,
      render,
      state,
    )
  }),
)
