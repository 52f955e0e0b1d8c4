import type { InboxNotification } from '../contract/inboxNotification.ts'

export interface NotificationText {
  title: string
  /** Empty where the content is the title. */
  text: string
  /** Has it no subject, so that its content stands in for a title? */
  titleIsContent: boolean
}

/** The two texts of a row. One without a subject has its content for a title. */
export const notificationText = ({ subject, content }: InboxNotification): NotificationText =>
  subject?.trim()
    ? { title: subject, text: content.trim(), titleIsContent: false }
    : { title: content.trim(), text: '', titleIsContent: true }
