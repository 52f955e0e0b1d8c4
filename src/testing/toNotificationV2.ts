import type { MessageButton } from '../contract/cta.ts'
import type { NotificationV2 } from '../contract/extensions/notificationV2.ts'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import type { Entry } from './inMemoryEntries.ts'
import { testEpoch } from './makeNotification.ts'

/**
 * Converts a notification of a feed to the form of v2.
 * @param owner id of the subscriber, for a notification that names none.
 */
export const toNotificationV2 = ({ notification, dates, archivedAt }: Entry, owner: string): NotificationV2 => {
  const { subscriber, templateIdentifier, cta, severity = 'none' } = notification
  const createdAt = notification.createdAt ?? new Date(testEpoch).toISOString()
  const url = cta.data?.url
  return {
    id: notification._id,
    transactionId: notification.transactionId,
    subject: notification.subject ?? undefined,
    body: notification.content,
    to: {
      id: notification._subscriberId,
      subscriberId: subscriber?.subscriberId ?? owner,
      firstName: subscriber?.firstName,
      lastName: subscriber?.lastName,
      avatar: subscriber?.avatar,
    },
    isRead: notification.read,
    isSeen: notification.seen,
    isArchived: notification.archived === true,
    isSnoozed: !!notification.snoozedUntil,
    snoozedUntil: notification.snoozedUntil ?? undefined,
    deliveredAt: dates.deliveredAt ?? [createdAt],
    createdAt,
    readAt: notification.read ? dates.lastReadDate : undefined,
    firstSeenAt: notification.seen ? dates.lastSeenDate : undefined,
    archivedAt: notification.archived ? archivedAt : undefined,
    avatar: notification.actor?.data ?? undefined,
    primaryAction: actionOf(notification, 'primary'),
    secondaryAction: actionOf(notification, 'secondary'),
    channelType: notification.channel,
    tags: notification.tags ?? undefined,
    data: notification.data ?? undefined,
    redirect: url === undefined ? undefined : { url },
    workflow:
      typeof templateIdentifier === 'string'
        ? {
            id: notification._templateId,
            identifier: templateIdentifier,
            name: templateIdentifier,
            critical: false,
            severity,
          }
        : undefined,
    severity,
  }
}

/** A button, and whether it is the one that was used. */
const actionOf = ({ cta: { action } }: InboxNotification, type: MessageButton['type']) => {
  const button = action?.buttons?.find((one) => one.type === type)
  return button && { label: button.content, isCompleted: action?.status === 'done' && action.result?.type === type }
}
