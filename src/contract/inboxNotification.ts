import * as z from 'zod/mini'
import { answerObject, freeObject, maybe, maybeNull, openEnum } from './answerSchema.ts'
import { channels, messageStatuses } from './channel.ts'
import { messageCta } from './cta.ts'

/** Who or what caused a notification (2.4, ActorFeedItem). `data` is an avatar's address or an icon's name. */
export const notificationActor = answerObject({
  data: z.nullable(z.string()),
  type: openEnum(['none', 'user', 'system_icon', 'system_custom']),
})
export type NotificationActor = z.output<typeof notificationActor>

/** The part of a subscriber that a feed item carries (2.4, SubscriberFeedResponse). */
export const notificationSubscriber = answerObject({
  _id: maybe(z.string()),
  firstName: maybe(z.string()),
  lastName: maybe(z.string()),
  avatar: maybe(z.string()),
  subscriberId: z.string(),
})
export type NotificationSubscriber = z.output<typeof notificationSubscriber>

/** One notification of an in-app feed (2.4). */
export const inboxNotification = answerObject({
  _id: z.string(),
  _templateId: z.string(),
  _environmentId: z.string(),
  _messageTemplateId: maybe(z.string()),
  _organizationId: z.string(),
  _notificationId: z.string(),
  _subscriberId: z.string(),
  _feedId: maybeNull(z.string()),
  _jobId: z.string(),
  createdAt: maybeNull(z.string()),
  updatedAt: maybeNull(z.string()),
  actor: maybe(notificationActor),
  subscriber: maybe(notificationSubscriber),
  transactionId: z.string(),
  templateIdentifier: maybeNull(z.string()),
  providerId: maybeNull(z.string()),
  content: z.string(),
  subject: maybeNull(z.string()),
  channel: openEnum(channels),
  read: z.boolean(),
  seen: z.boolean(),
  deviceTokens: maybeNull(z.array(z.string())),
  cta: messageCta,
  status: openEnum(messageStatuses),
  payload: maybe(freeObject),
  data: maybeNull(freeObject),
  overrides: maybe(freeObject),
  tags: maybeNull(z.array(z.string())),
})
export type InboxNotification = z.output<typeof inboxNotification>
