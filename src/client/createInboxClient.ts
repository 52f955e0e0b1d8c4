import { inboxOperations } from '../contract/inboxOperations.ts'
import { subscriberHashHeader } from '../contract/subscriberHash.ts'
import { refuseKeyHeader, refuseKeyOption } from './apiKey.ts'
import type { ClientOptions } from './clientOptions.ts'
import { createSend } from './createSend.ts'
import { createHashSource, type SubscriberHash } from './hashSource.ts'
import { inboxCalls } from './inboxCalls.ts'
import type { InboxClient } from './inboxClient.ts'

/** Options of `createInboxClient`. */
export interface InboxClientOptions extends ClientOptions {
  /** Sent with each request; a function is asked anew for each attempt, so that a renewed token is used at once. */
  headers?: HeadersInit | (() => HeadersInit | Promise<HeadersInit>)
  /**
   * What `signSubscriber` of tidings/proxy made on your server, for a proxy with a `signingSecret`. Or a function that gets
   * it from there: it is asked once, and once more when what it gave was refused (401), as after its time.
   */
  subscriberHash?: SubscriberHash | undefined
}

/**
 * Makes the client of an inbox: for browsers, against the customer's own route that `tidings/proxy` serves, and
 * for anything else that speaks for one subscriber at a time. A `headers` or `subscriberHash` function that
 * throws ends the call with what it threw.
 * @throws RequestError for a `baseUrl` that is no address, and in a browser for anything that holds an API key.
 */
export const createInboxClient = (options: InboxClientOptions): InboxClient => {
  const factory = 'createInboxClient'
  const { headers } = options
  refuseKeyOption(factory, options)
  const hashes = createHashSource(() => options.subscriberHash)
  if (typeof headers !== 'function') refuseKeyHeader(factory, new Headers(headers))
  const { baseUrl, send } = createSend(
    { ...options, timeout: options.timeout ?? 10_000 },
    {
      factory,
      identify: async (task, subscriberId) => {
        const given = new Headers(typeof headers === 'function' ? await headers() : headers)
        refuseKeyHeader(task, given)
        const hash = await hashes.get(subscriberId)
        if (hash) given.set(subscriberHashHeader, hash)
        return given
      },
      renew: (refused, subscriberId) => hashes.replace(subscriberId, refused.get(subscriberHashHeader)),
      forget: hashes.forget,
    },
  )
  return { baseUrl, ...inboxCalls(send, inboxOperations.markAs) }
}
