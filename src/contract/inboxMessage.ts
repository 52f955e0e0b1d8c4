import * as z from 'zod/mini'
import { answerObject, maybe, maybeNull, openEnum } from './answerSchema.ts'
import { channels, messageStatuses } from './channel.ts'
import { messageCta } from './cta.ts'

/**
 * The fields of a message (2.6) that an inbox needs: all that are required, its flags, dates and place. What is
 * left out says how to reach the subscriber (addresses, tokens, webhooks) or what the workflow was given.
 */
export const inboxMessageFields = {
  _id: maybe(z.string()),
  _templateId: maybeNull(z.string()),
  _environmentId: z.string(),
  _messageTemplateId: maybeNull(z.string()),
  _organizationId: z.string(),
  _notificationId: z.string(),
  _subscriberId: z.string(),
  templateIdentifier: maybe(z.string()),
  createdAt: z.string(),
  deliveredAt: maybe(z.array(z.string())),
  lastSeenDate: maybe(z.string()),
  lastReadDate: maybe(z.string()),
  transactionId: z.string(),
  channel: openEnum(channels),
  read: z.boolean(),
  seen: z.boolean(),
  snoozedUntil: maybe(z.string()),
  cta: messageCta,
  _feedId: maybeNull(z.string()),
  status: openEnum(messageStatuses),
}

/** A message as an inbox reads it from a mark's answer (2.6): every `Message` is one too. */
export const inboxMessage = answerObject(inboxMessageFields)
export type InboxMessage = z.output<typeof inboxMessage>
