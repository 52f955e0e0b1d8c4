import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { matchesPayload } from '../../contract/payload.ts'
import type { Flags } from './mark.ts'

/** The part of a filter that the service knows (4.2): lists that differ only in the rest share their pages. */
export interface ServerFilter {
  /** Only read, or only unread ones. */
  read?: boolean | undefined
  /** Only seen, or only unseen ones. */
  seen?: boolean | undefined
  /** Only those whose trigger payload holds these values: each leaf must match exactly, at its dotted path. */
  payload?: Record<string, unknown> | undefined
}

/** Which notifications a list or a count is about. An empty filter means all of them. */
export interface FeedFilter extends ServerFilter {
  /** Only those of workflows with one of these tags. The service can't choose by it: the page does, of what it loads. */
  tags?: readonly string[] | undefined
  /** Only those of these feeds, by `_feedId`. Chosen in the page, as tags are. */
  feeds?: readonly string[] | undefined
  /** Only those for which it returns true. Chosen in the page, as tags are. */
  where?: ((notification: InboxNotification) => boolean) | undefined
}

/** The part of a filter that the service is asked for. */
export const serverFilter = ({ read, seen, payload }: FeedFilter): ServerFilter => ({ read, seen, payload })

/** Whether the page chooses among what the service answers. */
export const isChosenHere = ({ tags, feeds, where }: FeedFilter): boolean =>
  tags !== undefined || feeds !== undefined || where !== undefined

/** The part of membership that marks move. */
export const hasFlags = (flags: Flags, { read, seen }: FeedFilter): boolean =>
  (read === undefined || flags.read === read) && (seen === undefined || flags.seen === seen)

/** The one rule of membership: it decides for every list, tab and count. */
export const belongs = (notification: InboxNotification, filter: FeedFilter): boolean => {
  const { payload, tags, feeds, where } = filter
  return (
    hasFlags(notification, filter) &&
    (payload === undefined || matchesPayload(notification.payload, payload)) &&
    (tags === undefined || tags.some((tag) => notification.tags?.includes(tag) === true)) &&
    (feeds === undefined || feeds.includes(notification._feedId ?? '')) &&
    (where === undefined || where(notification))
  )
}
