import * as z from 'zod/mini'
import { channels, messageStatuses } from './channel.ts'
import { messageCta } from './cta.ts'
import { responseObject, maybe, maybeNull, openEnum } from './responseSchema.ts'

/**
 * The fields of a message that an inbox needs: the required ones, flags, dates and the feed. The other fields contain
 * the subscriber's contact data (addresses, tokens, webhooks) or the workflow's input.
 */
export const inboxMessageFields = {
  /** Id of the message: the `_id` of its notification. */
  _id: maybe(z.string()),
  /** Id of the workflow that created the message. */
  _templateId: maybeNull(z.string()),
  /** Id of the environment. */
  _environmentId: z.string(),
  /** Id of the workflow's step. */
  _messageTemplateId: maybeNull(z.string()),
  /** Id of the organization. */
  _organizationId: z.string(),
  /** Id of the delivery that the message belongs to. */
  _notificationId: z.string(),
  /** Internal id of the subscriber. */
  _subscriberId: z.string(),
  /** Identifier of the workflow, as in the event's `name`: `comment-created`. */
  templateIdentifier: maybe(z.string()),
  /** Time of creation. ISO 8601. */
  createdAt: z.string(),
  /** Times of delivery: several after a snooze. ISO 8601. */
  deliveredAt: maybe(z.array(z.string())),
  /** Time of the last mark as seen. ISO 8601. */
  lastSeenDate: maybe(z.string()),
  /** Time of the last mark as read. ISO 8601. */
  lastReadDate: maybe(z.string()),
  /** `transactionId` of the event that caused the message. */
  transactionId: z.string(),
  /** Channel of the message: `in_app`. */
  channel: openEnum(channels),
  /** Whether the message is read. */
  read: z.boolean(),
  /** Whether the message is seen. */
  seen: z.boolean(),
  /** End of the snooze. ISO 8601. */
  snoozedUntil: maybe(z.string()),
  /** Call to action: a link and buttons. */
  cta: messageCta,
  /** Id of the feed that the message belongs to. */
  _feedId: maybeNull(z.string()),
  /** Delivery status. */
  status: openEnum(messageStatuses),
}

/** A message in a mark's response, as an inbox reads it. Every `Message` is one too. */
export const inboxMessage = responseObject(inboxMessageFields)
export type InboxMessage = z.output<typeof inboxMessage>
