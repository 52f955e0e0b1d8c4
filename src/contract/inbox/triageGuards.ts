import type { NotificationPage } from '../extensions/notificationLists.ts'
import type { NotificationV2 } from '../extensions/notificationV2.ts'
import { boolean, type Guard, list, maybe, object, string, unknown } from './guard.ts'

/** The path of the operations of archive, snooze and delete. */
export const notificationsPath = '/v2/subscribers/{subscriberId}/notifications'

/** The part of a notification in the form of v2 that shows what was changed. */
export type ChangedNotification = Pick<
  NotificationV2,
  'id' | 'isRead' | 'isSeen' | 'isArchived' | 'isSnoozed' | 'snoozedUntil'
>

/** The response of `batchNotifications`. */
export const changedNotifications: Guard<ChangedNotification[]> = list(
  object<ChangedNotification>({
    id: string,
    isRead: boolean,
    isSeen: boolean,
    isArchived: boolean,
    isSnoozed: boolean,
    snoozedUntil: maybe(string),
  }),
)

/** The response of `listNotifications`. Its notifications are read as feed items. */
export const listedNotifications = object<Pick<NotificationPage, 'hasMore'> & { data: unknown[] }>({
  data: list(unknown),
  hasMore: boolean,
})
