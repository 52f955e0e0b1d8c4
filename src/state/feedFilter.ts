import type { InboxNotification } from '../contract/inboxNotification.ts'
import { matchesPayload } from '../contract/payload.ts'

/** Which notifications a list or a count is about (4.2). An empty filter means all of them. */
export interface FeedFilter {
  /** Only read, or only unread ones. */
  read?: boolean | undefined
  /** Only seen, or only unseen ones. */
  seen?: boolean | undefined
  /** Only those whose trigger payload holds these values: each leaf must match exactly, at its dotted path. */
  payload?: Record<string, unknown> | undefined
}

/** The part of a notification that a filter looks at. */
export type Filterable = Pick<InboxNotification, 'read' | 'seen'> & Partial<Pick<InboxNotification, 'payload'>>

/** The one rule of membership: it decides for every list, tab and count. */
export const belongs = (notification: Filterable, filter: FeedFilter): boolean =>
  (filter.read === undefined || notification.read === filter.read) &&
  (filter.seen === undefined || notification.seen === filter.seen) &&
  (filter.payload === undefined || matchesPayload(notification.payload, filter.payload))
