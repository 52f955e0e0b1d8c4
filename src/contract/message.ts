import * as z from 'zod/mini'
import { answerObject, freeObject, maybe, openEnum } from './answerSchema.ts'
import { inboxMessageFields } from './inboxMessage.ts'
import { subscriber } from './subscriber.ts'
import { workflow } from './workflow.ts'

/** A block of an e-mail's content (2.6). */
export const emailBlock = answerObject({
  /** Kind of the block. */
  type: openEnum(['button', 'text']),
  /** Text of the block. */
  content: z.string(),
  /** Address that a button leads to. */
  url: maybe(z.string()),
  /** Look of the block. */
  styles: maybe(
    answerObject({
      /** Alignment of the text. */
      textAlign: openEnum(['center', 'left', 'right']),
    }),
  ),
})
export type EmailBlock = z.output<typeof emailBlock>

/** A message as a mark returns it to a server (2.6). It holds secrets of delivery: it stays there. */
export const message = answerObject({
  ...inboxMessageFields,
  /** Whose message it is, with secrets of delivery. */
  subscriber: maybe(subscriber),
  /** The workflow that made the message. */
  template: maybe(workflow),
  /** Text of the message; of an email, perhaps its blocks. */
  content: maybe(z.union([z.string(), z.array(emailBlock)])),
  /** Title of the message. */
  subject: maybe(z.string()),
  /** Email address that the message went to. */
  email: maybe(z.string()),
  /** Phone number that the message went to. */
  phone: maybe(z.string()),
  /** Webhook address that the message went to. */
  directWebhookUrl: maybe(z.string()),
  /** Provider that sent the message. */
  providerId: maybe(z.string()),
  /** Device tokens that the message went to. */
  deviceTokens: maybe(z.array(z.string())),
  /** Title of a push message. */
  title: maybe(z.string()),
  /** Kind of the error, where `status` is not `sent`. */
  errorId: maybe(z.string()),
  /** What went wrong, where `status` is not `sent`. */
  errorText: maybe(z.string()),
  /** Data of the event. */
  payload: maybe(freeObject),
  /** Settings of the event for single providers. */
  overrides: maybe(freeObject),
  /** Keys of the event's context. */
  contextKeys: maybe(z.array(z.string())),
})
export type Message = z.output<typeof message>
