import { isObject } from '../../../contract/isObject.ts'
import { chunks } from '../../database/chunks.ts'
import type { Sender } from '../sender.ts'
import { SendError } from '../SendError.ts'
import { joinTokens, type TokenResult } from './eachToken.ts'
import { post, textAt, withoutSlash } from './post.ts'

/** The most messages of a request. */
const mostMessages = 100

/** Expo: https://docs.expo.dev/push-notifications/sending-notifications/#http2-api */
export const expo: Sender = async (message, { apiKey, baseUrl }, { fetch, now }) => {
  const { subject, content, payload, overrides } = message
  const results = new Map<string, TokenResult>()
  for (const tokens of chunks(message.deviceTokens, mostMessages)) {
    const { body } = await post({
      fetch,
      url: `${withoutSlash(baseUrl ?? 'https://exp.host')}/--/api/v2/push/send`,
      headers: { accept: 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      body: tokens.map((to) => ({ title: subject, body: content, data: payload, ...overrides, to })),
      now,
      isOperators: true,
    })
    const tickets = isObject(body) && Array.isArray(body['data']) ? (body['data'] as unknown[]) : []
    for (const [index, token] of tokens.entries()) results.set(token, resultOf(tickets[index]))
  }
  return joinTokens(results)
}

const resultOf = (ticket: unknown): TokenResult => {
  if (textAt(ticket, 'status') === 'ok') return { kind: 'sent', id: textAt(ticket, 'id') }
  const code = textAt(ticket, 'details.error')
  if (code === 'DeviceNotRegistered') return { kind: 'dead' }
  // Its other codes are about the message, or the credentials of the app.
  const kind = code === undefined || code === 'MessageRateExceeded' ? 'temporary' : 'permanent'
  return { kind: 'failed', error: new SendError(kind, `Expo refused the message (${code ?? 'no ticket'}).`) }
}
