import type { KeyboardEvent, MouseEvent } from 'react'
import { linkTarget, safeUrl } from '../../content/safeUrl.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import type { OpenHandlers } from './handlers.ts'

/**
 * The address, if following it navigates in this browser tab: by a plain click on a link. A click that opens a new tab
 * does not, and neither does a link to another site.
 */
export const addressInThisTab = ({ cta }: InboxNotification, event: MouseEvent | KeyboardEvent): string | undefined => {
  // The event of a key has no button.
  const { button, metaKey, ctrlKey, shiftKey } = event as MouseEvent
  const address = safeUrl(cta.data?.url)
  const isInThisTab = address && !linkTarget(address).target && !button && !metaKey && !ctrlKey && !shiftKey
  return isInThisTab ? address : undefined
}

export const openNotification = (
  { onOpen, navigate }: OpenHandlers,
  notification: InboxNotification,
  event: MouseEvent | KeyboardEvent,
): void => {
  onOpen?.(notification, event)
  if (!navigate || event.defaultPrevented) return
  const path = addressInThisTab(notification, event)?.replace(location.origin, '')
  if (path?.[0] !== '/') return
  // First, so that the browser follows the link if it throws.
  navigate(path)
  event.preventDefault()
}
