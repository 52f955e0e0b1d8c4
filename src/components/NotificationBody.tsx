'use client'
import { memo, type KeyboardEvent, type MouseEvent } from 'react'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import type { MarkVerb } from '../contract/marks.ts'
import { Avatar } from './Avatar.tsx'
import { NotificationMain } from './NotificationMain.tsx'
import { NotificationSide } from './NotificationSide.tsx'
import type { OnAction } from './useCta.ts'

/** What a reader can do with a notification. Keep the functions stable between renders. */
export interface NotificationHandlers {
  /** "Mark as read" or "Mark as unread" was pressed. Without it, neither shows. */
  onMark?: ((notification: InboxNotification, verb: MarkVerb) => void) | undefined
  /**
   * The notification was opened: its link was clicked (with any button or modifier key), or the row itself where there is
   * no link. The browser follows the link by itself; a router of the host takes over with `event.preventDefault()`.
   */
  onOpen?: ((notification: InboxNotification, event: MouseEvent | KeyboardEvent) => void) | undefined
  /** A button of the call to action was pressed. Without it, buttons are links to where the notification leads. */
  onAction?: OnAction | undefined
}

/**
 * What a row shows of its notification, where nobody arranges it: avatar, main column, side column. It takes nothing, so that
 * it renders again only when the notification, or a handler, is another one.
 */
export const NotificationBody = memo(function NotificationBody() {
  return (
    <>
      <Avatar />
      <NotificationMain />
      <NotificationSide />
    </>
  )
})
