import type { InboxNotification } from '../contract/inboxNotification.ts'
import { linkTarget } from '../state/linkTarget.ts'
import { safeUrl } from '../state/safeUrl.ts'
import type { NotificationHandlers } from './NotificationBody.tsx'

type OpenEvent = Parameters<NonNullable<NotificationHandlers['onOpen']>>[1]

/**
 * Whether opening a notification leads away from the list: a plain click on its link does. One that opens a new tab does not, nor
 * does a link to another site.
 */
export const leadsAway = (notification: InboxNotification, event: OpenEvent): boolean => {
  const address = safeUrl(notification.cta.data?.url)
  return (
    address !== undefined &&
    linkTarget(address).target === undefined &&
    !('button' in event && event.button !== 0) &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.shiftKey
  )
}
