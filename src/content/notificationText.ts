import type { InboxNotification } from '../contract/inboxNotification.ts'

/** The two texts of a notification's row. */
export interface NotificationText {
  title: string
  /** Empty if the content is the title. */
  text: string
  /** Whether the notification has no subject, so that its content is the title. */
  titleIsContent: boolean
}

/** Without a subject, the content is the title. */
export const notificationText = ({ subject, content }: InboxNotification): NotificationText =>
  subject?.trim()
    ? { title: subject, text: content.trim(), titleIsContent: false }
    : { title: content.trim(), text: '', titleIsContent: true }
