import { createHash, createSign } from 'node:crypto'
import { isObject } from '../../../contract/isObject.ts'
import { chunks } from '../../database/chunks.ts'
import type { SendContext, Sender } from '../sender.ts'
import { SendError } from '../SendError.ts'
import { joinTokens, type TokenResult } from './eachToken.ts'
import { exchange, post, refusalOf, required, textAt, withoutSlash } from './post.ts'

/** A key of Google for an app. */
interface ServiceAccount {
  project: string
  email: string
  key: string
  tokenUri: string
}

const readAccount = (text: string): ServiceAccount => {
  const wrong = () =>
    new SendError('temporary', 'The serviceAccount of the integration is not the JSON text of a service account.')
  let account: unknown
  try {
    account = JSON.parse(text)
  } catch {
    throw wrong()
  }
  const [project, email, key] = ['project_id', 'client_email', 'private_key'].map((field) => textAt(account, field))
  if (!project || !email || !key) throw wrong()
  return { project, email, key, tokenUri: textAt(account, 'token_uri') ?? 'https://oauth2.googleapis.com/token' }
}

/** Access tokens by the hash of their service account. */
const accessTokens = new Map<string, { token: string; until: number }>()

/** Each device is a request of its own, and all of them together have ten seconds. */
const devicesAtOnce = 10

/** How long before its end a token is not used any more, in milliseconds. */
const margin = 60_000

/** Service accounts: https://developers.google.com/identity/protocols/oauth2/service-account#httprest */
const accessTokenOf = async (text: string, { fetch, now }: SendContext): Promise<string> => {
  const name = createHash('sha256').update(text).digest('hex')
  const time = now().getTime()
  const known = accessTokens.get(name)
  if (known && known.until > time) return known.token
  const { email, key, tokenUri } = readAccount(text)
  const issued = Math.floor(time / 1_000)
  const claims = {
    iss: email,
    scope: 'https://www.googleapis.com/auth/firebase.messaging',
    aud: tokenUri,
    iat: issued,
    exp: issued + 3600,
  }
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const unsigned = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`
  const { body } = await post({
    fetch,
    url: tokenUri,
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: `${unsigned}.${sign(unsigned, key)}`,
    }),
    now,
    isOperators: true,
  })
  const token = textAt(body, 'access_token')
  if (!token) throw new SendError('temporary', 'The token address of the service account returned no access token.')
  const seconds = Number(textAt(body, 'expires_in') ?? 3600)
  accessTokens.set(name, { token, until: time + seconds * 1_000 - margin })
  return token
}

const sign = (text: string, key: string): string => {
  try {
    return createSign('RSA-SHA256').update(text).sign(key, 'base64url')
  } catch {
    throw new SendError('temporary', 'The private_key of the service account can’t sign.')
  }
}

/** Firebase: https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send */
export const fcm: Sender = async (message, credentials, context) => {
  const text = required(credentials.serviceAccount, 'serviceAccount')
  const { project } = readAccount(text)
  const url =
    `${withoutSlash(credentials.baseUrl ?? 'https://fcm.googleapis.com')}/v1/projects/` +
    `${encodeURIComponent(project)}/messages:send`
  const authorization = `Bearer ${await accessTokenOf(text, context)}`
  const { fetch, now } = context
  const { subject, content, payload, overrides } = message
  const { data, notification, ...more } = overrides
  const send = async (token: string): Promise<TokenResult> => {
    const request = {
      fetch,
      url,
      headers: { authorization },
      body: {
        message: {
          notification: { title: subject, body: content, ...(isObject(notification) && notification) },
          data: toTexts(isObject(data) ? { ...payload, ...data } : payload),
          ...more,
          token,
        },
      },
      now,
      isOperators: true,
    }
    const posted = await exchange(request)
    if (posted.status === 200) return { kind: 'sent', id: textAt(posted.body, 'name') }
    if (isUnregistered(posted.body)) return { kind: 'dead' }
    // Google has revoked the token: the next try fetches another one.
    if (posted.status === 401) accessTokens.clear()
    return { kind: 'failed', error: refusalOf(posted, request) }
  }
  const trySend = (token: string) =>
    send(token).catch((error: unknown): TokenResult => {
      if (error instanceof SendError) return { kind: 'failed', error }
      throw error
    })
  const results = new Map<string, TokenResult>()
  for (const tokens of chunks(message.deviceTokens, devicesAtOnce)) {
    await Promise.all(tokens.map(async (token) => results.set(token, await trySend(token))))
  }
  return joinTokens(results)
}

const isUnregistered = (body: unknown): boolean => {
  const error = isObject(body) && isObject(body['error']) ? body['error'] : {}
  const details = Array.isArray(error['details']) ? (error['details'] as unknown[]) : []
  return details.some((detail) => textAt(detail, 'errorCode') === 'UNREGISTERED')
}

/** Firebase accepts only texts as data. */
const toTexts = (data: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
