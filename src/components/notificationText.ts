import type { InboxNotification } from '../contract/inboxNotification.ts'

/** The two texts of a row. One without a subject has its content for a title. */
export const notificationText = ({ subject, content }: InboxNotification): { title: string; text: string } =>
  subject?.trim() ? { title: subject, text: content.trim() } : { title: content.trim(), text: '' }
