import * as z from 'zod/mini'
import { inboxMessageFields } from './inboxMessage.ts'
import { responseObject, freeObject, maybe, openEnum } from './responseSchema.ts'
import { subscriber } from './subscriber.ts'
import { workflow } from './workflow.ts'

/** A block of an email's content. */
export const emailBlock = responseObject({
  /** Kind of the block. */
  type: openEnum(['button', 'text']),
  /** Text of the block. */
  content: z.string(),
  /** URL that a button links to. */
  url: maybe(z.string()),
  /** Styles of the block. */
  styles: maybe(
    responseObject({
      /** Alignment of the text. */
      textAlign: openEnum(['center', 'left', 'right']),
    }),
  ),
})
export type EmailBlock = z.output<typeof emailBlock>

/**
 * A message in a mark's response, as a server reads it. It contains secrets of delivery, and must not reach a browser.
 */
export const message = responseObject({
  ...inboxMessageFields,
  /** Subscriber who receives the message, with secrets of delivery. */
  subscriber: maybe(subscriber),
  /** Workflow that created the message. */
  template: maybe(workflow),
  /** Text of the message, or the blocks of an email. */
  content: maybe(z.union([z.string(), z.array(emailBlock)])),
  /** Subject of an email, or title of an in-app message. */
  subject: maybe(z.string()),
  /** Email address that the message went to. */
  email: maybe(z.string()),
  /** Phone number that the message went to. */
  phone: maybe(z.string()),
  /** Webhook URL that the message went to. */
  directWebhookUrl: maybe(z.string()),
  /** Provider that sent the message. */
  providerId: maybe(z.string()),
  /** Device tokens that the message went to. */
  deviceTokens: maybe(z.array(z.string())),
  /** Title of a push message. */
  title: maybe(z.string()),
  /** Id of the error, if `status` is not `sent`. */
  errorId: maybe(z.string()),
  /** Text of the error, if `status` is not `sent`. */
  errorText: maybe(z.string()),
  /** Payload of the event: a JSON object. */
  payload: maybe(freeObject),
  /** Provider-specific settings of the event. */
  overrides: maybe(freeObject),
  /** Keys of the event's context. */
  contextKeys: maybe(z.array(z.string())),
})
export type Message = z.output<typeof message>
