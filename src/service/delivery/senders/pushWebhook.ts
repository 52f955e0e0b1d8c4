import type { Sender } from '../sender.ts'
import { post, required, textAt } from './post.ts'
import { signatureOf } from './signature.ts'

/**
 * A webhook of the operator that gets all push messages, signed with the `secretKey`:
 * packages/providers/src/lib/push/push-webhook in https://github.com/novuhq/novu.
 */
export const pushWebhook: Sender = async (message, { webhookUrl, secretKey }, { fetch, now }) => {
  const { id, deviceTokens, subject = '', content, payload, overrides } = message
  const body = JSON.stringify({ target: deviceTokens, title: subject, content, payload, overrides })
  const posted = await post({
    fetch,
    url: required(webhookUrl, 'webhookUrl'),
    headers: { 'idempotency-key': id, ...signatureOf(body, required(secretKey, 'secretKey')) },
    body,
    now,
    isOperators: true,
  })
  return { id: textAt(posted.body, 'id') }
}
