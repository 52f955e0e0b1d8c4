import { notificationText } from '../../content/notificationText.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import type { ContentFormat } from './ContentProvider.tsx'
import { plainContent } from './plainContent.ts'

/** The title of a notification as plain text, for a name or a message. */
export const plainTitle = (notification: InboxNotification, format: ContentFormat): string => {
  const { title, titleIsContent } = notificationText(notification)
  return titleIsContent ? plainContent(title, format) : title
}
