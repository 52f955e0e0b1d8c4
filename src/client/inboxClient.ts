import type { PreferencesChange } from '../contract/extensions/preferencesChange.ts'
import type { FeedPage, FeedQuery } from '../contract/feed.ts'
import type { GuardedOperation } from '../contract/inbox/guardedOperations.ts'
import type { InboxMessage } from '../contract/inboxMessage.ts'
import { isObject } from '../contract/isObject.ts'
import type { LiveHint, LiveStatus } from '../contract/live/liveStream.ts'
import type { MarkAllAnswer, MarkAllBody, MarkAsBody } from '../contract/marks.ts'
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
export type MarkAllAnswerTo<Mark extends MarkAllBody> = Mark extends MarkAllBody & { returnIds?: false | undefined }
  ? number
  : MarkAllAnswer

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
  ): Promise<MarkAllAnswerTo<Mark>>
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

/** The calls of an inbox. A mark's messages have all fields on a server, fewer in a browser. */
type InboxCalls<Message> = Omit<InboxClient, 'baseUrl' | 'markAs' | 'streamHints'> & {
  markAs(subscriberId: string, mark: MarkAsBody, call?: CallOptions): Promise<Message[]>
}

/** The operations of these calls. */
interface InboxTable<Message> {
  getFeed: GuardedOperation<FeedPage>
  getPreferences: GuardedOperation<Preferences>
  updatePreferences: GuardedOperation<Preferences>
  markAs: GuardedOperation<Message[]>
  markAll: GuardedOperation<MarkAllAnswer>
}

/** The calls of both clients. */
export const inboxCalls = <Message>(send: Send, table: InboxTable<Message>): InboxCalls<Message> => ({
  getFeed: async (subscriberId, query, call) =>
    send('getFeed', table.getFeed, { subscriberId, query: encodeQuery(query), call }),
  getPreferences: (subscriberId, query, call) =>
    send('getPreferences', table.getPreferences, { subscriberId, query, call }),
  updatePreferences: (subscriberId, body, call) =>
    send('updatePreferences', table.updatePreferences, { subscriberId, body, call }),
  markAs: (subscriberId, body, call) => send('markAs', table.markAs, { subscriberId, body, call }),
  markAll: <Mark extends MarkAllBody>(subscriberId: string, body: Mark, call?: CallOptions) =>
    send('markAll', table.markAll, { subscriberId, body, call }) as Promise<MarkAllAnswerTo<Mark>>,
})

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
