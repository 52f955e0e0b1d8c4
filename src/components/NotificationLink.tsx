'use client'
import type { ComponentPropsWithoutRef, MouseEvent } from 'react'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { linkTarget } from '../state/linkTarget.ts'
import type { NotificationHandlers } from './NotificationBody.tsx'

export interface NotificationLinkProps extends Omit<ComponentPropsWithoutRef<'a'>, 'href' | 'onClick' | 'onAuxClick'> {
  notification: InboxNotification
  /** Where it leads: an address that safeUrl let through. */
  address: string
  onOpen: NotificationHandlers['onOpen']
}

const middleButton = 1

/** A link to where a notification leads. Following it, in this tab or a new one, opens the notification. */
export const NotificationLink = ({ notification, address, onOpen, children, ...rest }: NotificationLinkProps) => {
  const open = (event: MouseEvent) => onOpen?.(notification, event)
  return (
    <a
      {...rest}
      {...linkTarget(address)}
      onClick={open}
      onAuxClick={(event) => {
        if (event.button === middleButton) open(event)
      }}
    >
      {children}
    </a>
  )
}
