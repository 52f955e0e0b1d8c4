import * as z from 'zod/mini'
import { answerObject, freeObject, maybe, openEnum } from './answerSchema.ts'
import { inboxMessageFields } from './inboxMessage.ts'
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

/** A message as a mark returns it to a server (2.6). It holds secrets of delivery: it stays there. */
export const message = answerObject({
  ...inboxMessageFields,
  subscriber: maybe(subscriber),
  template: maybe(workflow),
  content: maybe(z.union([z.string(), z.array(emailBlock)])),
  subject: maybe(z.string()),
  email: maybe(z.string()),
  phone: maybe(z.string()),
  directWebhookUrl: maybe(z.string()),
  providerId: maybe(z.string()),
  deviceTokens: maybe(z.array(z.string())),
  title: maybe(z.string()),
  errorId: maybe(z.string()),
  errorText: maybe(z.string()),
  payload: maybe(freeObject),
  overrides: maybe(freeObject),
  contextKeys: maybe(z.array(z.string())),
})
export type Message = z.output<typeof message>
