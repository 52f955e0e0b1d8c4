import { signatureOf } from './signature.ts'
import { webhookSender } from './webhook.ts'

/**
 * A webhook of one's own, signed with the `secretKey`: packages/providers/src/lib/chat/chat-webhook in
 * https://github.com/novuhq/novu. Receivers for production read `content`, those of Slack's format `text`.
 */
export const chatWebhook = webhookSender(
  ({ id, webhookUrl, content, recipientCredentials: { channel }, overrides }, { secretKey }) => {
    const body = JSON.stringify({ text: content, content, webhookUrl, ...(channel && { channel }), ...overrides })
    return { body, headers: { 'idempotency-key': id, ...signatureOf(body, secretKey) } }
  },
)
