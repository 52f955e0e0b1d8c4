import type { BehaviorRules } from '../contract/behavior.ts'
import { feedLimit, type FeedQuery } from '../contract/feed.ts'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import type { MarkAllBody, MarkVerb } from '../contract/marks.ts'
import type { Message } from '../contract/message.ts'
import { decodePayload, matchesPayload } from '../contract/payload.ts'
import { type MarkDates, toMessage } from './makeMessage.ts'
import { Refusal } from './Refusal.ts'

/** How the feed of a test service behaves where services differ. */
export interface InMemoryFeedOptions {
  notifications: readonly InboxNotification[]
  firstPage: number
  rules: BehaviorRules
  /** Milliseconds since 1970. */
  now: () => number
}

/** One subscriber's feed, in memory, with the rules of parts 3 and 4. */
export interface InMemoryFeed {
  list(): readonly InboxNotification[]
  add(notification: InboxNotification): void
  remove(id: string): void
  /**
   * Checks a question, and returns what answers it.
   * @throws Refusal 400 for a `payload` that is none.
   */
  page(query: FeedQuery): () => unknown
  /** Marks the messages of these ids, each counted once, and returns those that there are, in this order. */
  markAs(ids: readonly string[], verb: MarkVerb): Message[]
  /** Marks all, or those of some feeds, and returns how many changed. */
  markAll(body: MarkAllBody): number
}

interface Entry {
  notification: InboxNotification
  dates: MarkDates
}

/** Where the order of one moment is not promised, it is not the one that a client may expect. */
const newestFirst =
  ({ breaksTies }: BehaviorRules) =>
  ({ notification: a }: Entry, { notification: b }: Entry) =>
    (b.createdAt ?? '').localeCompare(a.createdAt ?? '') || (breaksTies ? 1 : -1) * b._id.localeCompare(a._id)

const marked = (entry: Entry, verb: MarkVerb, at: string, { flagChanges }: BehaviorRules): Entry => {
  const { notification: before, dates } = entry
  const after = { ...before, ...flagChanges[verb] }
  const becameRead = after.read && !before.read
  const becameSeen = after.seen && !before.seen
  if (after.read === before.read && after.seen === before.seen) return entry
  return {
    notification: { ...after, updatedAt: at },
    dates: { ...dates, ...(becameRead && { lastReadDate: at }), ...(becameSeen && { lastSeenDate: at }) },
  }
}

const matcherOf = ({ read, seen, payload }: FeedQuery) => {
  const wanted = payload === undefined ? {} : decodePayload(payload)
  if (wanted === undefined)
    throw new Refusal(400, 'Invalid payload, the JSON object should be encoded to base64 string.')
  return ({ notification }: Entry) =>
    notification.channel === 'in_app' &&
    (read === undefined || notification.read === read) &&
    (seen === undefined || notification.seen === seen) &&
    matchesPayload(notification.payload, wanted)
}

export const createInMemoryFeed = ({ firstPage, rules, now, ...options }: InMemoryFeedOptions): InMemoryFeed => {
  const enter = (notification: InboxNotification): Entry => ({ notification, dates: {} })
  let entries = options.notifications.map(enter).toSorted(newestFirst(rules))

  /** Marks what is concerned, and counts what really changed. */
  const change = (verb: MarkVerb, isConcerned: (notification: InboxNotification) => boolean): number => {
    const before = entries
    const at = new Date(now()).toISOString()
    entries = entries.map((entry) => (isConcerned(entry.notification) ? marked(entry, verb, at, rules) : entry))
    return entries.filter((entry, place) => entry !== before[place]).length
  }

  return {
    list: () => entries.map(({ notification }) => notification),
    add: (notification) => (entries = [...entries, enter(notification)].toSorted(newestFirst(rules))),
    remove: (id) => (entries = entries.filter(({ notification }) => notification._id !== id)),
    page: (query) => {
      const { page = firstPage, limit = feedLimit.default } = query
      const start = Math.max(0, page - firstPage) * limit
      const isWanted = matcherOf(query)
      return () => {
        const matching = entries.filter(isWanted)
        const data = matching.slice(start, start + limit).map(({ notification }) => notification)
        return {
          totalCount: rules.clampsCounts ? data.length : matching.length,
          hasMore: start + limit < matching.length,
          data,
          pageSize: rules.clampsCounts ? limit : data.length,
          page,
        }
      }
    },
    markAs: (ids, verb) => {
      const wanted = new Set(ids)
      change(verb, ({ _id }) => wanted.has(_id))
      const found = new Map(entries.map((entry) => [entry.notification._id, entry]))
      return [...wanted].flatMap((id) => {
        const entry = found.get(id)
        return entry ? [toMessage(entry.notification, entry.dates)] : []
      })
    },
    markAll: ({ feedIdentifier, markAs }) => {
      const feeds = feedIdentifier === undefined ? undefined : [feedIdentifier].flat()
      return change(
        markAs,
        ({ channel, _feedId }) => channel === 'in_app' && (feeds === undefined || feeds.includes(_feedId ?? '')),
      )
    },
  }
}
