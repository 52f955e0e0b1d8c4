'use client'
import { createContext, useContext, useMemo, type KeyboardEvent, type MouseEvent } from 'react'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { type HrefOf, useHrefOf } from '../../hooks/provider/useHrefOf.ts'
import type { OnAction } from './useCta.ts'

/** Handlers for the user's actions on a notification. Keep the functions stable between renders. */
export interface NotificationHandlers {
  /** Called when the user presses "Mark as read" or "Mark as unread". Without it, the buttons don't show. */
  onMark?: ((notification: InboxNotification, verb: 'read' | 'unread') => void) | undefined
  /**
   * Called when the user opens a notification: by its link (with any mouse button or modifier key), or by its row if
   * there is no link. The browser follows the link, or `navigate` does: `event.preventDefault()` stops both.
   */
  onOpen?: ((notification: InboxNotification, event: MouseEvent | KeyboardEvent) => void) | undefined
  /**
   * Called when the user archives a notification, or returns an archived one to the inbox. Without it, no control for
   * that shows.
   */
  onArchive?: ((notification: InboxNotification) => void) | undefined
  /**
   * Called when the user snoozes a notification, with the time of its return (ISO 8601), or with null if a snoozed
   * one returns now. Without it, no control for that shows.
   */
  onSnooze?: ((notification: InboxNotification, until: string | null) => void) | undefined
  /** Called when the user deletes a notification. Without it, no control for that shows. */
  onDelete?: ((notification: InboxNotification) => void) | undefined
  /** Performs the action of a call-to-action button. Without it, the buttons are links to the notification's target. */
  onAction?: OnAction | undefined
}

/** Takes the handlers from the other props of a part. They are the same object until one of them changes. */
export const useHandlers = <Props extends NotificationHandlers>({
  onMark,
  onArchive,
  onSnooze,
  onDelete,
  onOpen,
  onAction,
  ...rest
}: Props) => {
  const handlers: NotificationHandlers = useMemo(
    () => ({ onMark, onArchive, onSnooze, onDelete, onOpen, onAction }),
    [onMark, onArchive, onSnooze, onDelete, onOpen, onAction],
  )
  return [handlers, rest] as const
}

/** What happens when the user opens a notification. */
export interface OpenHandlers extends Pick<NotificationHandlers, 'onOpen'> {
  /**
   * Your router's function that opens a page, such as `router.push`. Called with a path of this site, such as
   * "/posts/1?tab=new" (also for "?tab=new" and for an address of this site), as the notification has it,
   * in place of the browser's navigation: when the user follows the link of a notification or of
   * its buttons by a plain click or a key. Other sites, modifier keys and other mouse buttons are left to the browser.
   * Default: the browser follows every link.
   */
  navigate?: ((path: string) => unknown) | undefined
}

const OpenContext = createContext<OpenHandlers>({})

/** Provides the handlers of an inbox to components that open notifications outside its list. */
export const OpenHandlersProvider = OpenContext.Provider

/** The handlers, and the `href` of a notification's address. */
export interface UsedOpenHandlers extends OpenHandlers {
  hrefOf: HrefOf
}

/** @param onOpen replaces the `onOpen` of the inbox. */
export const useOpenHandlers = (onOpen: OpenHandlers['onOpen']): UsedOpenHandlers => {
  const around = useContext(OpenContext)
  return { onOpen: onOpen ?? around.onOpen, navigate: around.navigate, hrefOf: useHrefOf() }
}
