import { setMaxListeners } from 'node:events'
import type { IntegrationCredentials } from '../../contract/integration.ts'
import { createFetch } from './publicFetch.ts'
import type { OutgoingMessage, SendContext, Sender } from './sender.ts'
import { SendError } from './SendError.ts'

/** How a try ended. */
export type SendResult =
  | { kind: 'sent'; deadTokens: readonly string[] }
  | { kind: 'failed'; error: SendError }
  /** The service stops. The try does not count. */
  | { kind: 'stopped' }

/** How long a provider may take, in milliseconds. */
export const sendingTime = 10_000

/** Lets a sender send a message. Never rejects, and takes at most ten seconds, whatever the sender does. */
export const trySend = async (
  send: Sender,
  message: OutgoingMessage,
  credentials: IntegrationCredentials,
  { stopping, allowsPrivate, now }: { stopping: AbortSignal; allowsPrivate: boolean } & Pick<SendContext, 'now'>,
): Promise<SendResult> => {
  const ending = new AbortController()
  const { signal } = ending
  // A sender may make many requests, and each listens.
  setMaxListeners(0, signal)
  const ended = new Promise<SendResult>((resolve) => {
    const report = () =>
      resolve(
        stopping.aborted
          ? { kind: 'stopped' }
          : {
              kind: 'failed',
              error: new SendError('temporary', `The provider did not respond within ${sendingTime / 1_000} seconds.`),
            },
      )
    signal.addEventListener('abort', report, { once: true })
  })
  const end = () => ending.abort()
  const timer = setTimeout(end, sendingTime)
  // Not `AbortSignal.any`: a signal that lives as long as the service would remember each try.
  stopping.addEventListener('abort', end, { once: true })
  if (stopping.aborted) end()
  const sending = async (): Promise<SendResult> => {
    try {
      // Senders without types can return anything.
      const receipt: { deadTokens?: unknown } | null | undefined = await send(message, credentials, {
        signal,
        fetch: createFetch({ allowsPrivate: true, signal }),
        publicFetch: createFetch({ allowsPrivate, signal }),
        now,
      })
      return { kind: 'sent', deadTokens: tokensIn(receipt?.deadTokens) }
    } catch (error) {
      return signal.aborted ? ended : { kind: 'failed', error: toSendError(error, message, credentials) }
    }
  }
  try {
    return await Promise.race([sending(), ended])
  } finally {
    clearTimeout(timer)
    stopping.removeEventListener('abort', end)
  }
}

const toSendError = (error: unknown, message: OutgoingMessage, credentials: IntegrationCredentials): SendError => {
  const secrets = [
    ...textsIn({ ...credentials, ...notSecret }),
    ...textsIn(message.recipientCredentials),
    ...textsIn([message.email, message.phone, message.webhookUrl, message.deviceTokens]),
  ]
  const text = withoutSecrets(textOf(error), secrets)
  if (error instanceof SendError)
    return new SendError(error.kind, text, { retryAfter: error.retryAfter, deadTokens: tokensIn(error.deadTokens) })
  return new SendError('temporary', `The sender failed: ${text}`)
}

/** A message whose end can't be stored would be sent again and again. */
const tokensIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((token) => typeof token === 'string') : []

const textOf = (error: unknown): string => {
  try {
    return String(error instanceof Error ? error.message : error)
  } catch {
    // An object without a prototype, as parsers of GraphQL return it.
    return 'unknown error'
  }
}

/** Credentials that are none, and may be words of the text. */
const notSecret = { host: null, port: null, region: null, senderName: null, idPath: null, datePath: null }

/** The texts in a value, of which a shorter one than four characters is no secret. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.length < 4 ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** The longest error text that is stored, in characters. */
const longestText = 500

/** Providers quote addresses, and libraries quote credentials, also in a URL. */
const withoutSecrets = (text: string, secrets: readonly string[]): string => {
  const hidden = secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret.replaceAll(/\p{Cs}/gu, ''))])
    .toSorted((a, b) => b.length - a.length)
    .reduce((line, secret) => line.replaceAll(secret, '…'), text)
  return hidden.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').slice(0, longestText)
}
