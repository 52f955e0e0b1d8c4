import type { FeedPage } from '../../contract/feed.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import type { Preferences } from '../../contract/preferences.ts'
import type { Tick } from './ticker.ts'

/** A page exactly as the service returned it, with the time of its request. Nothing edits it. */
export interface StampedPage extends FeedPage {
  /** When it was requested, not when the response arrived. */
  requestedAt: Tick
  /** The requested number of notifications. Services differ in what their `pageSize` means. */
  limit: number
  /** In the page of a count: `totalCount` is the least number, and the service does not return how many more. */
  isLeast?: boolean
  /** It comes from an earlier visit, or from the server that rendered the browser page. */
  isRestored?: boolean
}

/** Preferences exactly as the service returned them, with the time of their request. */
export interface StampedPreferences {
  preferences: Preferences
  requestedAt: Tick
}

/** A notification as the service returned it, with the time of that request. */
export interface Stamped {
  notification: InboxNotification
  requestedAt: Tick
}

/** A notification from the page that was requested last. */
export interface KnownNotification extends Stamped {
  /** When the first page that has it was requested. */
  since: Tick
}

const hasPages = (data: unknown): data is { pages: StampedPage[] } =>
  typeof data === 'object' && data !== null && 'pages' in data
const isPage = (data: unknown): data is StampedPage => typeof data === 'object' && data !== null && 'data' in data

/** The pages in a cache entry: the pages of a list, its newest pages, or the page of a count. None in preferences. */
export const stampedPages = (data: unknown): StampedPage[] => [hasPages(data) ? data.pages : data].flat().filter(isPage)
