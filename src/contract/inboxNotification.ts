import * as z from 'zod/mini'
import { channels, messageStatuses } from './channel.ts'
import { messageCta } from './cta.ts'
import { severities } from './inbox/constants.ts'
import { responseObject, freeObject, maybe, maybeNull, openEnum } from './responseSchema.ts'

/** The user or system that caused a notification: `ActorFeedItem` in docs/interface.md. */
export const notificationActor = responseObject({
  /** URL of an avatar, or name of an icon. */
  data: z.nullable(z.string()),
  /** Kind of the actor. */
  type: openEnum(['none', 'user', 'system_icon', 'system_custom']),
})
export type NotificationActor = z.output<typeof notificationActor>

/** The subscriber in a notification: `SubscriberFeedResponse` in docs/interface.md. */
export const notificationSubscriber = responseObject({
  /** Internal id of the subscriber. */
  _id: maybe(z.string()),
  /** First name. */
  firstName: maybe(z.string()),
  /** Last name. */
  lastName: maybe(z.string()),
  /** URL of a picture of the subscriber. */
  avatar: maybe(z.string()),
  /** Id that you chose for the subscriber. */
  subscriberId: z.string(),
})
export type NotificationSubscriber = z.output<typeof notificationSubscriber>

/** A notification of an in-app feed. */
export const inboxNotification = responseObject({
  /** Id of the notification: the `messageId` of a mark. */
  _id: z.string(),
  /** Id of the workflow that created the notification. */
  _templateId: z.string(),
  /** Id of the environment. */
  _environmentId: z.string(),
  /** Id of the workflow's step. */
  _messageTemplateId: maybe(z.string()),
  /** Id of the organization. */
  _organizationId: z.string(),
  /** Id of the delivery that the notification belongs to. */
  _notificationId: z.string(),
  /** Internal id of the subscriber. */
  _subscriberId: z.string(),
  /** Id of the feed that the notification belongs to. */
  _feedId: maybeNull(z.string()),
  /** Id of the job that created the notification. */
  _jobId: z.string(),
  /** Time of creation. ISO 8601. */
  createdAt: maybeNull(z.string()),
  /** Time of the last change. ISO 8601. */
  updatedAt: maybeNull(z.string()),
  /** User or system that caused the notification. */
  actor: maybe(notificationActor),
  /** Subscriber who receives the notification. */
  subscriber: maybe(notificationSubscriber),
  /** `transactionId` of the event that caused the notification. */
  transactionId: z.string(),
  /** Identifier of the workflow, as in the event's `name`: `comment-created`. */
  templateIdentifier: maybeNull(z.string()),
  /** Provider that sent the notification. */
  providerId: maybeNull(z.string()),
  /** Text of the notification. It may contain HTML that the workflow's author wrote. */
  content: z.string(),
  /** Title of the notification. */
  subject: maybeNull(z.string()),
  /** Channel of the notification. The feed contains `in_app` only. */
  channel: openEnum(channels),
  /** Whether the notification is read. */
  read: z.boolean(),
  /** Whether the notification is seen. */
  seen: z.boolean(),
  /** Whether the notification is archived: no list and no count has it. Default false. */
  archived: maybe(z.boolean()),
  /**
   * When a snoozed notification returns: until then, no other list and no count has it. ISO 8601. Only lists of snoozed
   * ones have it, and pages to which a `tidings/proxy` adds it.
   */
  snoozedUntil: maybeNull(z.string()),
  /** How urgent the notification is: `severity` of its workflow. */
  severity: maybe(openEnum(severities)),
  /** Device tokens of a push message. */
  deviceTokens: maybeNull(z.array(z.string())),
  /** Call to action: a link and buttons. */
  cta: messageCta,
  /** Delivery status. */
  status: openEnum(messageStatuses),
  /** Payload of the event: a JSON object. */
  payload: maybe(freeObject),
  /** Data of the workflow's step: a JSON object. */
  data: maybeNull(freeObject),
  /** Provider-specific settings of the event. */
  overrides: maybe(freeObject),
  /** Tags of the workflow. */
  tags: maybeNull(z.array(z.string())),
})
export type InboxNotification = z.output<typeof inboxNotification>
