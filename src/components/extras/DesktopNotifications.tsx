'use client'
import { type ReactNode, useRef } from 'react'
import { notificationText } from '../../content/notificationText.ts'
import { linkTarget } from '../../content/safeUrl.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import {
  type DesktopNotificationsOptions,
  useDesktopNotifications,
} from '../../hooks/arrivals/useDesktopNotifications.ts'
import type { DesktopPermissionState } from '../../hooks/arrivals/useNotificationPermission.ts'
import { useContentFormat } from '../content/ContentProvider.tsx'
import { plainContent } from '../content/plainContent.ts'
import { type NotificationHandlers, useOpenHandlers } from '../item/handlers.ts'
import { openNotification } from '../item/openNotification.ts'
import { formatCount } from '../language/countLabel.ts'
import { useLocale } from '../language/LanguageProvider.tsx'
import { useLabels } from '../language/useLabels.ts'

export interface DesktopNotificationsProps
  extends
    Pick<DesktopNotificationsOptions, 'enabled' | 'where' | 'max' | 'icon'>,
    Pick<NotificationHandlers, 'onOpen'> {
  /**
   * Renders a control that requests the permission. Gets the state of the permission and `request`. Default: nothing.
   */
  children?: ((state: DesktopPermissionState) => ReactNode) | undefined
}

/**
 * Shows arrivals on the user's desktop while the browser page is not visible. A click opens the notification as in
 * the list. Default `onOpen`: that of the inbox around. See `useDesktopNotifications`.
 *
 * ```tsx
 * <DesktopNotifications>
 *   {({ permission, request }) => permission === 'default' && <button onClick={request}>Notify me</button>}
 * </DesktopNotifications>
 * ```
 */
export const DesktopNotifications = ({ onOpen, children, ...options }: DesktopNotificationsProps) => {
  const labels = useLabels()
  const locale = useLocale()
  const format = useContentFormat()
  const handlers = useOpenHandlers(onOpen)
  const link = useRef<HTMLAnchorElement>(null)
  const opened = useRef<InboxNotification | undefined>(undefined)

  const state = useDesktopNotifications({
    ...options,
    describe: (notification) => {
      const { title, text, titleIsContent } = notificationText(notification)
      return { title: titleIsContent ? plainContent(title, format) : title, text: plainContent(text, format) }
    },
    summarize: (count) => labels.arrivals(count, formatCount(count, locale)),
    // Clicks a real link, so that routers, `preventDefault()` and new tabs work as in the list.
    open: (notification) => {
      const anchor = link.current
      if (!anchor) return
      opened.current = notification
      for (const name of ['href', 'target', 'rel']) anchor.removeAttribute(name)
      const address = handlers.hrefOf(notification.cta.data?.url)
      if (address !== undefined) Object.assign(anchor, linkTarget(address))
      anchor.click()
    },
  })

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid, jsx-a11y/anchor-has-content -- hidden; see `open` above */}
      <a ref={link} hidden onClick={(event) => opened.current && openNotification(handlers, opened.current, event)} />
      {children?.(state)}
    </>
  )
}
