import * as z from 'zod/mini'
import { answerObject, freeObject, maybe, maybeNull, openEnum } from './answerSchema.ts'
import { channels, messageStatuses } from './channel.ts'
import { messageCta } from './cta.ts'
import { subscriber } from './subscriber.ts'
import { workflow } from './workflow.ts'

/** A block of an e-mail's content (2.6). */
export const emailBlock = answerObject({
  type: openEnum(['button', 'text']),
  content: z.string(),
  url: maybe(z.string()),
  styles: maybe(answerObject({ textAlign: openEnum(['center', 'left', 'right']) })),
})
export type EmailBlock = z.output<typeof emailBlock>

/** A message as a mark returns it (2.6). It holds secrets of delivery: it stays on the server. */
export const message = answerObject({
  _id: maybe(z.string()),
  _templateId: maybeNull(z.string()),
  _environmentId: z.string(),
  _messageTemplateId: maybeNull(z.string()),
  _organizationId: z.string(),
  _notificationId: z.string(),
  _subscriberId: z.string(),
  subscriber: maybe(subscriber),
  template: maybe(workflow),
  templateIdentifier: maybe(z.string()),
  createdAt: z.string(),
  deliveredAt: maybe(z.array(z.string())),
  lastSeenDate: maybe(z.string()),
  lastReadDate: maybe(z.string()),
  content: maybe(z.union([z.string(), z.array(emailBlock)])),
  transactionId: z.string(),
  subject: maybe(z.string()),
  channel: openEnum(channels),
  read: z.boolean(),
  seen: z.boolean(),
  snoozedUntil: maybe(z.string()),
  email: maybe(z.string()),
  phone: maybe(z.string()),
  directWebhookUrl: maybe(z.string()),
  providerId: maybe(z.string()),
  deviceTokens: maybe(z.array(z.string())),
  title: maybe(z.string()),
  cta: messageCta,
  _feedId: maybeNull(z.string()),
  status: openEnum(messageStatuses),
  errorId: maybe(z.string()),
  errorText: maybe(z.string()),
  payload: maybe(freeObject),
  overrides: maybe(freeObject),
  contextKeys: maybe(z.array(z.string())),
})
export type Message = z.output<typeof message>
