import type { PreferencesChange } from '../contract/extensions/preferencesChange.ts'
import type { SubscriberOperationName } from '../contract/extensions/subscriberOperations.ts'
import type { FeedPage, FeedQuery } from '../contract/feed.ts'
import type { GuardedOperation } from '../contract/inbox/guardedOperations.ts'
import type { InboxMessage } from '../contract/inboxMessage.ts'
import { isObject } from '../contract/isObject.ts'
import type { LiveHint, LiveStatus } from '../contract/live/liveStream.ts'
import type { MarkAllBody, MarkAllResponse, MarkAsBody } from '../contract/marks.ts'
import { isWrite } from '../contract/operation.ts'
import { encodePayload } from '../contract/payload.ts'
import type { Preferences, PreferencesQuery } from '../contract/preferences.ts'
import type { CallOptions } from './clientOptions.ts'
import type { Send } from './createSend.ts'
import { RequestError } from './errors/RequestError.ts'

/** The query of `getFeed`. The client encodes its `payload`. */
export type FeedRequest = Omit<FeedQuery, 'payload'> & {
  /** Only notifications whose payload contains each of these values at the same path: `{ project: { id: 7 } }`. */
  payload?: Record<string, unknown> | undefined
}

/** The response to a mark-all. Even with `returnIds`, a service without this extension may respond with a number. */
export type MarkAllResponseTo<Mark extends MarkAllBody> = Mark extends MarkAllBody & { returnIds?: false | undefined }
  ? number
  : MarkAllResponse

/** The calls of an inbox. Each of them rejects with a `TidingsError`, or with the reason of its signal. */
export interface InboxClient {
  /** `baseUrl` of the client, without trailing slashes. Clients of different services differ in it. */
  readonly baseUrl: string
  /** Fetches a page of the feed. Notifications that do not match the contract are in `unreadable`. */
  getFeed(subscriberId: string, query?: FeedRequest, call?: CallOptions): Promise<FeedPage>
  /** Fetches the preferences. Without `criticality`, those of workflows that are not critical. */
  getPreferences(subscriberId: string, query?: PreferencesQuery, call?: CallOptions): Promise<Preferences>
  /**
   * Changes the preferences, and resolves to those of workflows that are not critical. It is an extension: a service
   * without it rejects with an `HttpError` 404, 405 or 501.
   */
  updatePreferences(subscriberId: string, change: PreferencesChange, call?: CallOptions): Promise<Preferences>
  /** Marks messages. Resolves to those that were found, with their new flags. */
  markAs(subscriberId: string, mark: MarkAsBody, call?: CallOptions): Promise<InboxMessage[]>
  /**
   * Marks all messages, or those of the given feeds. Resolves to a number: in most services, that of the changed
   * messages. With `returnIds`, which is an extension, also to their ids.
   */
  markAll<Mark extends MarkAllBody>(
    subscriberId: string,
    mark: Mark,
    call?: CallOptions,
  ): Promise<MarkAllResponseTo<Mark>>
  /**
   * Sends a request of an operation for which the client has no function. Optional: with a client without it, the inbox
   * has no archive, no snooze and no delete.
   */
  readonly send?: Send
  /**
   * Opens the stream of hints. Resolves when the server ends it. Rejects with an `HttpError` if it is refused, a
   * `TimeoutError` if it is silent, and a `NetworkError` if it breaks. It is not retried. Optional: with a client
   * without it, the inbox polls.
   */
  streamHints?(subscriberId: string, stream: HintStream): Promise<void>
}

/** A stream of hints: what it is opened with, and what receives its events. */
export interface HintStream {
  /** A random text of at most 64 visible characters. Marks with the same `streamId` are not hinted to this stream. */
  streamId: string
  /**
   * `liveToken` of a page that was fetched before. The first status then has `current`, if nothing has changed since.
   * Default: none.
   */
  token?: string | undefined
  /** Ends the stream. `streamHints` then rejects with the signal's reason. */
  signal: AbortSignal
  /** Called when the stream is open, and when its status changes. */
  onStatus: (status: LiveStatus) => void
  /** Called when something of the subscriber changed. */
  onHint: (hint: LiveHint) => void
}

/** The calls of an inbox's operations. TypeScript reports an operation of the contract that the interface lacks. */
export type InboxCalls = Pick<InboxClient, SubscriberOperationName>

/** The operations of calls with these results. */
type TableOf<Calls> = {
  [Name in keyof Calls]: Calls[Name] extends (...call: never) => Promise<infer Result>
    ? GuardedOperation<Result>
    : never
}

/** The calls of operations on a subscriber. */
export const subscriberCalls = <Calls extends Pick<InboxClient, 'getFeed'>>(
  send: Send,
  table: TableOf<Calls>,
): Calls => {
  const callOf = ([name, operation]: [string, GuardedOperation<unknown>]) => [
    name,
    async (subscriberId: string, given?: object, call?: CallOptions) => {
      const input = name === 'getFeed' ? encodeQuery(given) : given
      const part = isWrite(operation) ? 'body' : 'query'
      return send(name as SubscriberOperationName, operation, { subscriberId, [part]: input, call })
    },
  ]
  return Object.fromEntries(Object.entries(table).map(callOf)) as Calls
}

const encodeQuery = ({ payload, ...query }: FeedRequest = {}): object => {
  if (payload === undefined) return query
  const refuse = (message: string, cause?: unknown) =>
    new RequestError('getFeed', [{ field: 'payload', message }], { cause })
  if (!isObject(payload)) throw refuse('must be an object')
  try {
    return { ...query, payload: encodePayload(payload) }
  } catch (error) {
    throw refuse("can't be converted to JSON", error)
  }
}
