import type { FeedPage, FeedQuery } from '../contract/feed.ts'
import type { InboxMessage } from '../contract/inboxMessage.ts'
import type { MarkAllBody, MarkAsBody } from '../contract/marks.ts'
import type { Preferences, PreferencesQuery } from '../contract/preferences.ts'
import type { CallOptions } from './clientOptions.ts'

/** What to ask of a feed (4.2). `payload` is the partial payload itself: the client encodes it. */
export type FeedRequest = Omit<FeedQuery, 'payload'> & {
  /** Only notifications whose payload holds each of these values at the same place. */
  payload?: Record<string, unknown> | undefined
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
