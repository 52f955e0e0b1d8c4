'use client'
import { createContext, useContext, type KeyboardEvent, type MouseEvent } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import type { MarkVerb } from '../../contract/marks.ts'
import type { OnAction } from './useCta.ts'

const OpenContext = createContext<NotificationHandlers['onOpen']>(undefined)

/** Hands the `onOpen` of an inbox to what opens notifications outside its list. */
export const OpenHandlerProvider = OpenContext.Provider

/** The `onOpen` of the inbox around. */
export const useOpenHandler = (): NotificationHandlers['onOpen'] => useContext(OpenContext)

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
