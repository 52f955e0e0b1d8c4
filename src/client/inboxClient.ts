import type { FeedPage, FeedQuery } from '../contract/feed.ts'
import type { InboxMessage } from '../contract/inboxMessage.ts'
import type { MarkAllBody, MarkAsBody } from '../contract/marks.ts'
import type { Preferences, PreferencesQuery } from '../contract/preferences.ts'
import type { CallOptions } from './clientOptions.ts'

/** The query of `getFeed`. The client encodes its `payload`. */
export type FeedRequest = Omit<FeedQuery, 'payload'> & {
  /** Only notifications whose payload contains each of these values at the same path: `{ project: { id: 7 } }`. */
  payload?: Record<string, unknown> | undefined
}

/** The calls of an inbox. Each of them rejects with a `TidingsError`, or with the reason of its signal. */
export interface InboxClient {
  /** `baseUrl` of the client, without trailing slashes. It tells clients of different services apart. */
  readonly baseUrl: string
  /** Fetches a page of the feed. Notifications that do not match the contract are in `unreadable`. */
  getFeed(subscriberId: string, query?: FeedRequest, call?: CallOptions): Promise<FeedPage>
  /** Fetches the preferences. Without `criticality`, those of workflows that are not critical. */
  getPreferences(subscriberId: string, query?: PreferencesQuery, call?: CallOptions): Promise<Preferences>
  /** Marks messages. Resolves to those that were found, with their new flags. */
  markAs(subscriberId: string, mark: MarkAsBody, call?: CallOptions): Promise<InboxMessage[]>
  /** Marks all messages, or those of the given feeds. Resolves to a number: in most services, that of the changed messages. */
  markAll(subscriberId: string, mark: MarkAllBody, call?: CallOptions): Promise<number>
}
