'use client'
import { forwardRef, type ComponentPropsWithoutRef, type MouseEvent } from 'react'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { linkTarget } from '../state/linkTarget.ts'
import type { NotificationHandlers } from './NotificationBody.tsx'
import { renderPart, type Replaceable } from './renderPart.tsx'

export interface NotificationAnchorProps extends Omit<ComponentPropsWithoutRef<'a'>, 'href'>, Replaceable {
  notification: InboxNotification
  /** Where it leads: an address that safeUrl let through. */
  address: string
  onOpen: NotificationHandlers['onOpen']
}

const middleButton = 1

/** A link to where a notification leads. Following it, in this tab or a new one, opens the notification. */
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
