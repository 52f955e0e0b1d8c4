import type { FeedPage, FeedQuery } from '../contract/feed.ts'
import type { InboxMessage } from '../contract/inboxMessage.ts'
import { inboxOperations } from '../contract/inboxOperations.ts'
import type { MarkAllBody, MarkAsBody } from '../contract/marks.ts'
import type { Preferences, PreferencesQuery } from '../contract/preferences.ts'
import type { CallOptions, ClientOptions } from './clientOptions.ts'
import { subscriberHashHeader } from '../contract/subscriberHash.ts'
import { createSend } from './createSend.ts'
import { createHashSource, type SubscriberHash } from './hashSource.ts'
import { inboxCalls } from './inboxCalls.ts'
import { refuseKeyHeader, refuseKeyOption } from './refuseKey.ts'

/** What to ask of a feed (4.2). `payload` is the partial payload itself: the client encodes it. */
export type FeedRequest = Omit<FeedQuery, 'payload'> & {
  /** Only notifications whose payload holds each of these values at the same place. */
  payload?: Record<string, unknown> | undefined
}

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

/** One subscriber's inbox. Every call rejects with a `TidingsError`, or with its signal's own reason. */
export interface InboxClient {
  /** The `baseUrl` it was made with, without a slash at the end: tells clients of different services apart. */
  readonly baseUrl: string
  /** Reads a page of the feed (4.2). Items that can't be read are set apart in `unreadable`. */
  getFeed(subscriberId: string, query?: FeedRequest, call?: CallOptions): Promise<FeedPage>
  /** Reads the preferences (4.5); without `criticality`, those of workflows that are not critical. */
  getPreferences(subscriberId: string, query?: PreferencesQuery, call?: CallOptions): Promise<Preferences>
  /** Marks messages (4.6). Resolves with the messages that were found, as they are now. */
  markAs(subscriberId: string, mark: MarkAsBody, call?: CallOptions): Promise<InboxMessage[]>
  /** Marks all messages, or those of the given feeds (4.7). Most services answer how many of them changed. */
  markAll(subscriberId: string, mark: MarkAllBody, call?: CallOptions): Promise<number>
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
