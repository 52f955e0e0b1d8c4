import * as z from 'zod/mini'
import { answerObject, freeObject, maybe, maybeNull, openEnum } from './answerSchema.ts'
import { channels, messageStatuses } from './channel.ts'
import { messageCta } from './cta.ts'

/** Who or what caused a notification (2.4, ActorFeedItem). `data` is an avatar's address or an icon's name. */
export const notificationActor = answerObject({
  /** Address of an avatar, or name of an icon. */
  data: z.nullable(z.string()),
  /** What the actor is. */
  type: openEnum(['none', 'user', 'system_icon', 'system_custom']),
})
export type NotificationActor = z.output<typeof notificationActor>

/** The part of a subscriber that a feed item carries (2.4, SubscriberFeedResponse). */
export const notificationSubscriber = answerObject({
  /** Internal id of the subscriber. */
  _id: maybe(z.string()),
  /** First name. */
  firstName: maybe(z.string()),
  /** Last name. */
  lastName: maybe(z.string()),
  /** Address of a picture of the subscriber. */
  avatar: maybe(z.string()),
  /** The id that you chose for the subscriber. */
  subscriberId: z.string(),
})
export type NotificationSubscriber = z.output<typeof notificationSubscriber>

/** One notification of an in-app feed (2.4). */
export const inboxNotification = answerObject({
  /** Id of the notification: `messageId` of a mark. */
  _id: z.string(),
  /** Id of the workflow that made the notification. */
  _templateId: z.string(),
  /** Id of the environment. */
  _environmentId: z.string(),
  /** Id of the workflow's step. */
  _messageTemplateId: maybe(z.string()),
  /** Id of the organization. */
  _organizationId: z.string(),
  /** Id of the delivery that the notification is part of. */
  _notificationId: z.string(),
  /** Internal id of the subscriber. */
  _subscriberId: z.string(),
  /** Feed that the notification belongs to. */
  _feedId: maybeNull(z.string()),
  /** Id of the job that made the notification. */
  _jobId: z.string(),
  /** When the notification was created. ISO 8601. */
  createdAt: maybeNull(z.string()),
  /** When the notification last changed. ISO 8601. */
  updatedAt: maybeNull(z.string()),
  /** Who or what caused the notification. */
  actor: maybe(notificationActor),
  /** Whose notification it is. */
  subscriber: maybe(notificationSubscriber),
  /** Id of the event that made the notification. */
  transactionId: z.string(),
  /** Identifier of the workflow: the event's `name`. */
  templateIdentifier: maybeNull(z.string()),
  /** Provider that sent the notification. */
  providerId: maybeNull(z.string()),
  /** The notification's text. It may hold HTML that the workflow's author wrote. */
  content: z.string(),
  /** The title. */
  subject: maybeNull(z.string()),
  /** Channel of the notification. The feed lists `in_app` only. */
  channel: openEnum(channels),
  /** Whether the subscriber read the notification. */
  read: z.boolean(),
  /** Whether the subscriber saw the notification. */
  seen: z.boolean(),
  /** Device tokens of a push message. */
  deviceTokens: maybeNull(z.array(z.string())),
  /** Where the notification leads, and its buttons. */
  cta: messageCta,
  /** Whether the notification was sent. */
  status: openEnum(messageStatuses),
  /** Data of the event. */
  payload: maybe(freeObject),
  /** Data of the step. */
  data: maybeNull(freeObject),
  /** Settings of the event for single providers. */
  overrides: maybe(freeObject),
  /** Tags of the workflow. */
  tags: maybeNull(z.array(z.string())),
})
export type InboxNotification = z.output<typeof inboxNotification>
