import { guardedOperations } from '../contract/inbox/guardedOperations.ts'
import { subscriberHashHeader } from '../contract/subscriberHash.ts'
import { refuseKeyHeader, refuseKeyOption } from './apiKey.ts'
import type { ClientOptions } from './clientOptions.ts'
import { createSend, type Sender } from './createSend.ts'
import { createHashSource, type SubscriberHash } from './hashSource.ts'
import { createHeaderSource, type InboxHeaders } from './headerSource.ts'
import { type InboxCalls, type InboxClient, subscriberCalls } from './inboxClient.ts'
import { readHeaders } from './readHeaders.ts'
import { createStreamHints } from './streamHints.ts'

/** The options of `createInboxClient`. */
export interface InboxClientOptions extends ClientOptions {
  /**
   * Headers of each request. A function is called for each attempt, so that a renewed token is used immediately. After
   * a 401 it is called once more for all requests that wait, with the headers that were refused: renew your token then,
   * even if it is cached. If it returns other headers, each of these requests is sent once more.
   */
  headers?: InboxHeaders | undefined
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
  const source = createHeaderSource(headers)
  if (typeof headers !== 'function') refuseKeyHeader(factory, readHeaders(headers))
  const sender: Sender = {
    factory,
    identify: async (task, subscriberId, { renewed } = {}) => {
      const given = renewed ?? (await source.get())
      refuseKeyHeader(task, given)
      const hash = await hashes.get(subscriberId)
      if (hash) given.set(subscriberHashHeader, hash)
      return given
    },
    renew: async (refused, subscriberId) => {
      const [hasOtherHash, renewed] = await Promise.all([
        hashes.replace(subscriberId, refused.get(subscriberHashHeader)),
        source.renew(refused),
      ])
      return hasOtherHash || [...renewed].some(([name, value]) => refused.get(name) !== value) ? renewed : undefined
    },
    forget: (subscriberId) => {
      hashes.forget(subscriberId)
      source.forget()
    },
  }
  const withTimeout = { ...options, timeout: options.timeout ?? 10_000 }
  const { baseUrl, environment, send } = createSend(withTimeout, sender)
  return {
    baseUrl,
    ...subscriberCalls<InboxCalls>(send, guardedOperations),
    send,
    streamHints: createStreamHints({ ...withTimeout, baseUrl, environment }, sender),
  }
}
