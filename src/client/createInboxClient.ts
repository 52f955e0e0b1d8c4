import { guardedOperations } from '../contract/inbox/guardedOperations.ts'
import { subscriberHashHeader } from '../contract/subscriberHash.ts'
import { refuseKeyHeader, refuseKeyOption } from './apiKey.ts'
import type { ClientOptions } from './clientOptions.ts'
import { createSend, type Sender } from './createSend.ts'
import { createHashSource, type SubscriberHash } from './hashSource.ts'
import { inboxCalls, type InboxClient } from './inboxClient.ts'
import { createStreamHints } from './streamHints.ts'

/** The options of `createInboxClient`. */
export interface InboxClientOptions extends ClientOptions {
  /** Headers of each request. A function is called for each attempt, so that a renewed token is used immediately. */
  headers?: HeadersInit | (() => HeadersInit | Promise<HeadersInit>)
  /**
   * Result of `signSubscriber` of tidings/proxy, for a proxy with a `signingSecret`: "v1.…". Or a function that fetches
   * it from your server. The function is called once, and again if the proxy rejects the hash with 401, as it does
   * after its expiry.
   */
  subscriberHash?: SubscriberHash | undefined
}

/**
 * The client of an inbox. It is for browsers, where it calls your route with `tidings/proxy`, and for other code that
 * acts for one subscriber at a time. If a `headers` or `subscriberHash` function throws, the call rejects with that
 * error.
 * @throws RequestError for a `baseUrl` that is neither a URL nor a path, and in a browser for an API key.
 */
export const createInboxClient = (options: InboxClientOptions): InboxClient => {
  const factory = 'createInboxClient'
  const { headers } = options
  refuseKeyOption(factory, options)
  const hashes = createHashSource(() => options.subscriberHash)
  if (typeof headers !== 'function') refuseKeyHeader(factory, new Headers(headers))
  const sender: Sender = {
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
  }
  const withTimeout = { ...options, timeout: options.timeout ?? 10_000 }
  const { baseUrl, environment, send } = createSend(withTimeout, sender)
  return {
    baseUrl,
    ...inboxCalls(send, guardedOperations),
    streamHints: createStreamHints({ ...withTimeout, baseUrl, environment }, sender),
  }
}
