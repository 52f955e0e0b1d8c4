import * as z from 'zod/mini'
import { answerObject, maybe, maybeNull, openEnum } from './answerSchema.ts'
import { channels, messageStatuses } from './channel.ts'
import { messageCta } from './cta.ts'

/**
 * The fields of a message (2.6) that an inbox needs: all that are required, its flags, dates and place. What is
 * left out says how to reach the subscriber (addresses, tokens, webhooks) or what the workflow was given.
 */
export const inboxMessageFields = {
  /** Id of the message: `_id` of the notification. */
  _id: maybe(z.string()),
  /** Id of the workflow that made the message. */
  _templateId: maybeNull(z.string()),
  /** Id of the environment. */
  _environmentId: z.string(),
  /** Id of the workflow's step. */
  _messageTemplateId: maybeNull(z.string()),
  /** Id of the organization. */
  _organizationId: z.string(),
  /** Id of the delivery that the message is part of. */
  _notificationId: z.string(),
  /** Internal id of the subscriber. */
  _subscriberId: z.string(),
  /** Identifier of the workflow: the event's `name`. */
  templateIdentifier: maybe(z.string()),
  /** When the message was created. ISO 8601. */
  createdAt: z.string(),
  /** When the message was delivered. ISO 8601. */
  deliveredAt: maybe(z.array(z.string())),
  /** When the message was last marked as seen. ISO 8601. */
  lastSeenDate: maybe(z.string()),
  /** When the message was last marked as read. ISO 8601. */
  lastReadDate: maybe(z.string()),
  /** Id of the event that made the message. */
  transactionId: z.string(),
  /** Channel of the message. */
  channel: openEnum(channels),
  /** Whether the subscriber read the message. */
  read: z.boolean(),
  /** Whether the subscriber saw the message. */
  seen: z.boolean(),
  /** Until when the message is snoozed. ISO 8601. */
  snoozedUntil: maybe(z.string()),
  /** Where the message leads, and its buttons. */
  cta: messageCta,
  /** Feed that the message belongs to. */
  _feedId: maybeNull(z.string()),
  /** Whether the message was sent. */
  status: openEnum(messageStatuses),
}

/** A message as an inbox reads it from a mark's answer (2.6): every `Message` is one too. */
export const inboxMessage = answerObject(inboxMessageFields)
export type InboxMessage = z.output<typeof inboxMessage>
