import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { matchesPayload } from '../../contract/payload.ts'
import type { Flags } from './mark.ts'

/** The part of a filter that the service applies. Lists that differ only in the rest share their pages. */
export interface ServerFilter {
  /** true: only read notifications. false: only unread ones. Default: both. */
  read?: boolean | undefined
  /** true: only seen notifications. false: only unseen ones. Default: both. */
  seen?: boolean | undefined
  /**
   * Only notifications whose trigger payload has these values. Each leaf must be equal, at its path:
   * `{ order: { status: 'open' } }`.
   */
  payload?: Record<string, unknown> | undefined
  /** true: only archived notifications. Default: none of these. */
  archived?: boolean | undefined
  /** true: only snoozed notifications. Default: none of these. */
  snoozed?: boolean | undefined
}

/** The notifications that a list or a count is about. `{}`: all of them. */
export interface FeedFilter extends ServerFilter {
  /** Only notifications of workflows with one of these tags. The service can't filter by it, so the browser does. */
  tags?: readonly string[] | undefined
  /** Only notifications of these feeds, by `_feedId`. The browser filters, as for tags. */
  feeds?: readonly string[] | undefined
  /** Only notifications for which it returns true. The browser filters, as for tags. */
  where?: ((notification: InboxNotification) => boolean) | undefined
}

export const serverFilter = ({ read, seen, payload, archived, snoozed }: FeedFilter): ServerFilter => ({
  read,
  seen,
  payload,
  archived: archived || undefined,
  snoozed: snoozed || undefined,
})

/** Whether a filter asks for notifications that are not in the feed. */
export const isOutsideFeed = ({ archived, snoozed }: ServerFilter): boolean => Boolean(archived || snoozed)

/** Whether every notification of one filter belongs to another one. */
export const isWithin = (inner: ServerFilter, outer: ServerFilter): boolean =>
  (outer.read === undefined || outer.read === inner.read) &&
  (outer.seen === undefined || outer.seen === inner.seen) &&
  outer.payload === undefined &&
  !isOutsideFeed(inner) &&
  !isOutsideFeed(outer)

/** Whether the browser filters what the service returns. */
export const filtersInBrowser = ({ tags, feeds, where }: FeedFilter): boolean =>
  tags !== undefined || feeds !== undefined || where !== undefined

/** Whether a notification is where a filter looks for it. */
export const isPlaced = (flags: Flags, { archived = false, snoozed = false }: FeedFilter): boolean =>
  (flags.archived === true) === archived && Boolean(flags.snoozedUntil) === snoozed && flags.deleted !== true

/** Whether it is where lists look for notifications by default. */
export const isInFeed = (flags: Flags): boolean => isPlaced(flags, {})

/** Whether a notification has the marks that a filter asks for. */
export const isMarked = (flags: Flags, { read, seen }: FeedFilter): boolean =>
  (read === undefined || flags.read === read) && (seen === undefined || flags.seen === seen)

/** The part of membership that the user changes. */
export const hasFlags = (flags: Flags, filter: FeedFilter): boolean =>
  isMarked(flags, filter) && isPlaced(flags, filter)

/** The one rule of membership, for every list, tab of the panel and count. */
export const belongs = (notification: InboxNotification & Flags, filter: FeedFilter): boolean => {
  const { payload, tags, feeds, where } = filter
  return (
    hasFlags(notification, filter) &&
    (payload === undefined || matchesPayload(notification.payload, payload)) &&
    (tags === undefined || tags.some((tag) => notification.tags?.includes(tag) === true)) &&
    (feeds === undefined || feeds.includes(notification._feedId ?? '')) &&
    (where === undefined || where(notification))
  )
}
