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

/** What is known of an item before it is drawn. */
interface ItemContents {
  isUnread: boolean
  /** Has its notification a text beside its title? */
  hasText: boolean
  /** Did the host arrange its pieces? It may have left some out, or have put a text where there was none. */
  isArranged: boolean
}

/**
 * By which of its pieces an article is named and described. Where the host arranged them without a NotificationTitle, the whole
 * row names it.
 */
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

/** What an item says by its `data-*`, and to `render`. A type, since interfaces are no records. */
export type NotificationItemState = {
  /** Is it unread? */
  unread: boolean
  /** Is it unseen, as of now? */
  unseen: boolean
  /** Was it unseen when the list first showed it? */
  new: boolean
  /** Has it just come, above what was there? */
  arriving: boolean
}

export interface NotificationItemProps
  extends NotificationHandlers, ComponentPropsWithoutRef<'div'>, Replaceable<NotificationItemState> {
  /** What the row is about. */
  notification: InboxNotification
  /** Its place in the list, from 1. */
  position?: number
  /** The length of the list. -1: not known. */
  setSize?: number
  /** Was it unseen when the list first showed it? Keeps the "new" tint for as long as the list is open. */
  isNew?: boolean
  /** Has it just come, above what was there? It then moves in. */
  isArriving?: boolean
  /** From useSeen. */
  watchSeen?: WatchSeen | undefined
  /** What stands above the row inside its article, such as the heading of its group: a feed holds nothing but articles. */
  lead?: ReactNode
  /** What stands in the row, such as Avatar, NotificationTitle and RelativeTime, which need no props here. Default: NotificationBody. */
  children?: ReactNode
}

/** What a click on the row does not open: what takes it for itself, also where a host puts it. The row has a `tabindex` too. */
const interactive =
  '.tidings-item-lead, a, button, input, select, textarea, summary, label, [role="button"], [contenteditable="true"], [tabindex]'

/** Is it on the row itself? A menu that is drawn through a portal lies elsewhere, but its events come through React. */
const isOnRow = (target: EventTarget, row: Element) => {
  if (!isElement(target) || !row.contains(target)) return false
  const control = target.closest(interactive)
  return control === null || control.contains(row)
}

/** Did somebody select text, rather than click? */
const isSelecting = () => getSelection()?.isCollapsed === false

const standard = <NotificationBody />

/**
 * One notification, as an article of a feed. State: `data-unread`, `data-unseen`, `data-new`, `data-arriving`; `data-id` is
 * its id.
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
      // A click by script, but one that leads to a new tab where the keys held down say so.
      const click = { bubbles: true, cancelable: true, composed: true, ctrlKey, metaKey, shiftKey }
      if (link) link.dispatchEvent(new MouseEvent('click', click))
      else onOpen?.(notification, event)
    }
    // The style sheet spreads a row's link over the row. This is for what it leaves free, and for rows without one.
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
