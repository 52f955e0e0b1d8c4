import { createHash } from 'node:crypto'
import { isObject } from '../../../contract/isObject.ts'
import type { Sender } from '../sender.ts'
import { SendError } from '../SendError.ts'
import { post, required, textAt, withoutSlash } from './post.ts'

/** OneSignal: https://documentation.onesignal.com/reference/push-notification */
export const oneSignal: Sender = async (message, { applicationId, apiKey, baseUrl }, { fetch, now }) => {
  const { id, deviceTokens, subject, content, payload, overrides } = message
  const { body } = await post({
    fetch,
    url: `${withoutSlash(baseUrl ?? 'https://api.onesignal.com')}/notifications`,
    headers: { authorization: `Key ${required(apiKey, 'apiKey')}` },
    body: {
      app_id: required(applicationId, 'applicationId'),
      target_channel: 'push',
      include_subscription_ids: deviceTokens,
      ...(subject && { headings: { en: subject } }),
      contents: { en: content },
      data: payload,
      ...overrides,
      idempotency_key: uuidOf(id),
    },
    now,
    isOperators: true,
  })
  const deadTokens = deadIn(body, deviceTokens)
  const sent = textAt(body, 'id')
  // A request of which nothing was sent succeeds too, without an id.
  if (!sent) throw new SendError('permanent', 'OneSignal knows no subscribed device of the subscriber.', { deadTokens })
  return { id: sent, deadTokens }
}

/** The ids that it does not know, which have several names. */
const deadIn = (body: unknown, deviceTokens: readonly string[]): string[] => {
  const errors = isObject(body) && isObject(body['errors']) ? body['errors'] : {}
  const named = ['invalid_player_ids', 'invalid_subscription_ids'].flatMap((name) => errors[name])
  return deviceTokens.filter((token) => named.includes(token))
}

/** It accepts only UUIDs as keys. */
const uuidOf = (id: string): string => {
  const hash = createHash('sha256').update(id).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
