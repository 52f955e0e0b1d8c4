'use client'
import { createContext, useContext, type KeyboardEvent, type MouseEvent } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import type { OnAction } from './useCta.ts'

/** Handlers for the reader's actions on a notification. Keep the functions stable between renders. */
export interface NotificationHandlers {
  /** Called when the reader presses "Mark as read" or "Mark as unread". Without it, the buttons don't show. */
  onMark?: ((notification: InboxNotification, verb: 'read' | 'unread') => void) | undefined
  /**
   * Called when the reader opens a notification: by its link (with any mouse button or modifier key), or by its row if
   * there is no link. The browser follows the link, or `navigate` does: `event.preventDefault()` stops both.
   */
  onOpen?: ((notification: InboxNotification, event: MouseEvent | KeyboardEvent) => void) | undefined
  /** Performs the action of a call-to-action button. Without it, the buttons are links to the notification's target. */
  onAction?: OnAction | undefined
}

/** What happens when the reader opens a notification. */
export interface OpenHandlers extends Pick<NotificationHandlers, 'onOpen'> {
  /**
   * Your router's function that opens a page, such as `router.push`. Called with a path of this site, such as
   * "/posts/1?tab=new", in place of the browser's navigation: when the reader follows the link of a notification or of
   * its buttons by a plain click or a key. Other sites, modifier keys and other mouse buttons are left to the browser.
   * Default: the browser follows every link.
   */
  navigate?: ((path: string) => unknown) | undefined
}

const OpenContext = createContext<OpenHandlers>({})

/** Provides the handlers of an inbox to components that open notifications outside its list. */
export const OpenHandlersProvider = OpenContext.Provider

/** @param onOpen replaces the `onOpen` of the inbox. */
export const useOpenHandlers = (onOpen: OpenHandlers['onOpen']): OpenHandlers => {
  const around = useContext(OpenContext)
  return { onOpen: onOpen ?? around.onOpen, navigate: around.navigate }
}
