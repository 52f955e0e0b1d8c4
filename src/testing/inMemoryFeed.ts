import { feedLimit, type FeedQuery } from '../contract/feed.ts'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import type { MarkAllBody, MarkAsBody, MarkVerb } from '../contract/marks.ts'
import { decodePayload, matchesPayload } from '../contract/payload.ts'
import { Refusal } from './Refusal.ts'

/** How the feed of a test service behaves where services differ. */
export interface InMemoryFeedOptions {
  notifications: readonly InboxNotification[]
  firstPage: number
  /** A `totalCount` clamped to the page and a `pageSize` that echoes the limit, as production has them. */
  clampsCounts: boolean
}

/** One subscriber's feed, in memory, with the rules of parts 3 and 4. */
export interface InMemoryFeed {
  list(): readonly InboxNotification[]
  add(notification: InboxNotification): void
  remove(id: string): void
  page(query: FeedQuery): unknown
  markAs(body: MarkAsBody): InboxNotification[]
  markAll(body: MarkAllBody): number
}

const newestFirst = (a: InboxNotification, b: InboxNotification) =>
  (b.createdAt ?? '').localeCompare(a.createdAt ?? '') || b._id.localeCompare(a._id)

const marked = (notification: InboxNotification, verb: MarkVerb): InboxNotification => {
  switch (verb) {
    case 'read':
      return { ...notification, read: true, seen: true }
    case 'unread':
      return { ...notification, read: false }
    case 'seen':
      return { ...notification, seen: true }
    case 'unseen':
      return { ...notification, seen: false }
  }
}

const matches = (notification: InboxNotification, { read, seen }: FeedQuery, payload: unknown) =>
  (read === undefined || notification.read === read) &&
  (seen === undefined || notification.seen === seen) &&
  (payload === undefined || matchesPayload(notification.payload, payload))

export const createInMemoryFeed = ({ notifications, firstPage, clampsCounts }: InMemoryFeedOptions): InMemoryFeed => {
  let feed = notifications.toSorted(newestFirst)

  /** Marks what is concerned, and counts what really changed. */
  const change = (verb: MarkVerb, isConcerned: (notification: InboxNotification) => boolean): number => {
    const before = feed
    feed = feed.map((notification) => (isConcerned(notification) ? marked(notification, verb) : notification))
    return feed.filter(({ read, seen }, place) => before[place]?.read !== read || before[place]?.seen !== seen).length
  }

  return {
    list: () => feed,
    add: (notification) => (feed = [...feed, notification].toSorted(newestFirst)),
    remove: (id) => (feed = feed.filter(({ _id }) => _id !== id)),
    page: (query) => {
      const payload = query.payload === undefined ? undefined : decodePayload(query.payload)
      if (query.payload !== undefined && payload === undefined)
        throw new Refusal(400, 'Invalid payload, the JSON object should be encoded to base64 string.')
      const { page = firstPage, limit = feedLimit.default } = query
      const matching = feed.filter((notification) => matches(notification, query, payload))
      const start = (page - firstPage) * limit
      const data = matching.slice(start, start + limit)
      return {
        totalCount: clampsCounts ? data.length : matching.length,
        hasMore: start + limit < matching.length,
        data,
        pageSize: clampsCounts ? limit : data.length,
        page,
      }
    },
    markAs: ({ messageId, markAs }) => {
      const ids = [messageId].flat().flatMap((text) => text.split(','))
      change(markAs, ({ _id }) => ids.includes(_id))
      return feed.filter(({ _id }) => ids.includes(_id))
    },
    markAll: ({ feedIdentifier, markAs }) => {
      const feeds = feedIdentifier === undefined ? undefined : [feedIdentifier].flat()
      return change(markAs, ({ _feedId }) => feeds === undefined || feeds.includes(_feedId ?? ''))
    },
  }
}
