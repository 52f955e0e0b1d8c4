import type { FeedPage } from '../../contract/feed.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import type { Tick } from './ticker.ts'

const hasPages = (data: unknown): data is { pages: StampedPage[] } =>
  typeof data === 'object' && data !== null && 'pages' in data
const isStamped = (data: unknown): data is StampedPage =>
  typeof data === 'object' && data !== null && 'requestedAt' in data

/** Every stamped page in a cache entry: a list's pages, its heads, or the page of a count. */
export const stampedPages = (data: unknown): StampedPage[] =>
  [hasPages(data) ? data.pages : data].flat().filter(isStamped)

/** A page exactly as the service answered it, and when it was asked for. Nothing ever edits it. */
export interface StampedPage extends FeedPage {
  requestedAt: Tick
  /** How many notifications were asked for. What `pageSize` says differs between services. */
  limit: number
}

/** A notification as the service answered it, and when its page was asked for. */
export interface Stamped {
  notification: InboxNotification
  requestedAt: Tick
}

/** A notification as the answer has it that was asked for last, and when the first answer was asked for that has it. */
export interface KnownNotification extends Stamped {
  since: Tick
}
