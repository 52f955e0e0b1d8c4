'use client'
import { type ComponentPropsWithoutRef, forwardRef, type MouseEvent } from 'react'
import { linkTarget } from '../../content/safeUrl.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { useHrefOf } from '../../hooks/provider/useHrefOf.ts'
import { classNames } from '../base/classNames.ts'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import type { NotificationHandlers } from './handlers.ts'
import { useIsTabStop, useItem } from './useItem.ts'

interface NotificationAnchorProps extends Omit<ComponentPropsWithoutRef<'a'>, 'href'>, Replaceable {
  notification: InboxNotification
  address: string
  onOpen: NotificationHandlers['onOpen']
}

const middleButton = 1

/** Whether the user has selected text that starts or ends in an element. */
export const hasSelection = (element: Element): boolean => {
  const selection = getSelection()
  return (
    selection?.isCollapsed === false &&
    (element.contains(selection.anchorNode) || element.contains(selection.focusNode))
  )
}

/** A link to a notification's target. Following it, in this tab or a new one, calls `onOpen`. */
export const NotificationAnchor = forwardRef<HTMLAnchorElement, NotificationAnchorProps>(function NotificationAnchor(
  { notification, address, onOpen, render, onClick, onAuxClick, children, ...rest },
  ref,
) {
  return renderPart(
    <a
      {...rest}
      {...linkTarget(address)}
      ref={ref}
      onClick={(event: MouseEvent<HTMLAnchorElement>) => {
        // The click that ends a selection by mouse has a `detail`. One by key has none.
        if (event.detail > 0 && hasSelection(event.currentTarget)) {
          event.preventDefault()
          return
        }
        onClick?.(event)
        onOpen?.(notification, event)
      }}
      onAuxClick={(event: MouseEvent<HTMLAnchorElement>) => {
        onAuxClick?.(event)
        if (event.button === middleButton) onOpen?.(notification, event)
      }}
    >
      {children}
    </a>,
    render,
  )
})

/** `children` are the link's text. If the text is elsewhere, pass `aria-labelledby` instead. */
export interface NotificationLinkProps extends Omit<ComponentPropsWithoutRef<'a'>, 'href'>, Replaceable {}

/**
 * The link of a row to the notification's target. The style sheet spreads it over the row. Without a safe target it
 * renders only its `children`. NotificationTitle contains one.
 */
export const NotificationLink = forwardRef<HTMLAnchorElement, NotificationLinkProps>(function NotificationLink(
  { className, ...rest },
  ref,
) {
  const { notification, handlers } = useItem()
  const isTabStop = useIsTabStop()
  const address = useHrefOf()(notification.cta.data?.url)
  if (address === undefined) return rest.children
  return (
    <NotificationAnchor
      tabIndex={isTabStop ? undefined : -1}
      // Dragging over the title selects it.
      draggable={false}
      {...rest}
      ref={ref}
      className={classNames('tidings-item-link', className)}
      notification={notification}
      address={address}
      onOpen={handlers.onOpen}
    />
  )
})
