'use client'
import { type ComponentPropsWithoutRef, forwardRef, type MouseEvent } from 'react'
import { linkTarget, safeUrl } from '../../content/safeUrl.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { classNames, renderPart, type Replaceable } from '../base/renderPart.tsx'
import type { NotificationHandlers } from './handlers.ts'
import { useItem } from './useItem.ts'

interface NotificationAnchorProps extends Omit<ComponentPropsWithoutRef<'a'>, 'href'>, Replaceable {
  notification: InboxNotification
  /** The link's URL, as safeUrl returns it. */
  address: string
  onOpen: NotificationHandlers['onOpen']
}

const middleButton = 1

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
    {},
  )
})

/** `children` are the link's text. If the text is elsewhere, pass `aria-labelledby` instead. */
export interface NotificationLinkProps extends Omit<ComponentPropsWithoutRef<'a'>, 'href'>, Replaceable {}

/**
 * The link of a row to the notification's target. The style sheet spreads it over the row. Without a safe target it
 * renders only its `children`. NotificationTitle contains one.
 */
export const NotificationLink = forwardRef<HTMLAnchorElement, NotificationLinkProps>(function NotificationLink(
  { className, children, ...rest },
  ref,
) {
  const { notification, onOpen } = useItem()
  const address = safeUrl(notification.cta.data?.url)
  if (address === undefined) return children
  return (
    <NotificationAnchor
      {...rest}
      ref={ref}
      className={classNames('tidings-item-link', className)}
      notification={notification}
      address={address}
      onOpen={onOpen}
    >
      {children}
    </NotificationAnchor>
  )
})
