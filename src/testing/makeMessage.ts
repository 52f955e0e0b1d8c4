import type { InboxNotification } from '../contract/inboxNotification.ts'
import type { Message } from '../contract/message.ts'
import { makeNotification, testEpoch } from './makeNotification.ts'

/** The times of a message that its notification does not have, as ISO 8601 text. */
export type MessageDates = Partial<Pick<Message, 'createdAt' | 'deliveredAt' | 'lastReadDate' | 'lastSeenDate'>>

/** Converts a notification of a feed to the message that marks return for it. */
export const toMessage = (notification: InboxNotification, dates: MessageDates = {}): Message => {
  const createdAt = notification.createdAt ?? new Date(testEpoch).toISOString()
  return {
    _id: notification._id,
    _templateId: notification._templateId,
    _environmentId: notification._environmentId,
    _messageTemplateId: notification._messageTemplateId,
    _organizationId: notification._organizationId,
    _notificationId: notification._notificationId,
    _subscriberId: notification._subscriberId,
    templateIdentifier: notification.templateIdentifier ?? undefined,
    createdAt,
    deliveredAt: [createdAt],
    snoozedUntil: notification.snoozedUntil ?? undefined,
    ...dates,
    content: notification.content,
    transactionId: notification.transactionId,
    subject: notification.subject ?? undefined,
    title: notification.subject ?? undefined,
    channel: notification.channel,
    read: notification.read,
    seen: notification.seen,
    providerId: notification.providerId ?? undefined,
    deviceTokens: notification.deviceTokens ?? [],
    cta: notification.cta,
    _feedId: notification._feedId,
    status: notification.status,
    payload: notification.payload,
    overrides: notification.overrides,
    contextKeys: [],
  }
}

/**
 * A complete message as marks return it, for tests of servers. It belongs to `makeNotification(number)`.
 * @param number as in makeNotification.
 * @param fields overrides. Default: unread and unseen.
 */
export const makeMessage = (number: number, fields: Partial<Message> = {}): Message => ({
  ...toMessage(makeNotification(number)),
  ...fields,
})
