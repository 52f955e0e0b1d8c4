import type { KeyboardEvent, MouseEvent } from 'react'
import { linkTarget, pathInSite, safeUrl } from '../../content/safeUrl.ts'
import { siteOrigin } from '../../contract/inbox/siteOrigin.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import type { UsedOpenHandlers } from './handlers.ts'

/**
 * Whether following a link navigates in this browser tab: by a plain click. A click that opens a new tab does not, and
 * neither does a link to another site.
 */
export const opensInThisTab = (href: string | undefined, event: MouseEvent | KeyboardEvent): href is string => {
  // The event of a key has no button.
  const { button, metaKey, ctrlKey, shiftKey } = event as MouseEvent
  return Boolean(href && !linkTarget(href).target && !button && !metaKey && !ctrlKey && !shiftKey)
}

const pathOf = (href: string | undefined) => href && pathInSite(href, document.baseURI, siteOrigin())

export const openNotification = (
  { onOpen, navigate, hrefOf }: UsedOpenHandlers,
  notification: InboxNotification,
  event: MouseEvent | KeyboardEvent,
): void => {
  onOpen?.(notification, event)
  if (!navigate || event.defaultPrevented) return
  const { url } = notification.cta.data ?? {}
  const href = hrefOf(url)
  // The link decides, and the router gets the path without what `resolveHref` adds.
  const path = opensInThisTab(href, event) && pathOf(href) && pathOf(safeUrl(url))
  if (!path) return
  // First, so that the browser follows the link if it throws.
  navigate(path)
  event.preventDefault()
}
