'use client'
import { createContext, useContext, type KeyboardEvent, type MouseEvent } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import type { OnAction } from './useCta.ts'

const OpenContext = createContext<NotificationHandlers['onOpen']>(undefined)

/** Provides the `onOpen` of an inbox to components that open notifications outside its list. */
export const OpenHandlerProvider = OpenContext.Provider

/** The `onOpen` of the nearest inbox. */
export const useOpenHandler = (): NotificationHandlers['onOpen'] => useContext(OpenContext)

/** Handlers for the reader's actions on a notification. Keep the functions stable between renders. */
export interface NotificationHandlers {
  /** Called when the reader presses "Mark as read" or "Mark as unread". Without it, the buttons don't show. */
  onMark?: ((notification: InboxNotification, verb: 'read' | 'unread') => void) | undefined
  /**
   * Called when the reader opens a notification: by its link (with any mouse button or modifier key), or by its row if
   * there is no link. The browser follows the link. To navigate with a router instead, call `event.preventDefault()`.
   */
  onOpen?: ((notification: InboxNotification, event: MouseEvent | KeyboardEvent) => void) | undefined
  /** Performs the action of a call-to-action button. Without it, the buttons are links to the notification's target. */
  onAction?: OnAction | undefined
}
