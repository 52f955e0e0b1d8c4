import type { BehaviorRules } from '../contract/behavior.ts'
import type { FeedPage, FeedQuery } from '../contract/feed.ts'
import { feedLimit, maxReturnedIds } from '../contract/inbox/constants.ts'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { markedAllOf } from '../contract/markRules.ts'
import type { MarkAllResponse, MarkAllBody, MarkVerb } from '../contract/marks.ts'
import type { Message } from '../contract/message.ts'
import { decodePayload, matchesPayload } from '../contract/payload.ts'
import { ErrorResponse } from './ErrorResponse.ts'
import { type MarkDates, toMessage } from './makeMessage.ts'

export interface InMemoryFeedOptions {
  /** The notifications, in any order. */
  notifications: readonly InboxNotification[]
  /** Number of the first feed page. */
  firstPage: number
  rules: BehaviorRules
  /** Returns the time in milliseconds since 1970. */
  now: () => number
}

/** One subscriber's feed in memory, with the behavior that docs/interface.md describes. */
export interface InMemoryFeed {
  /** All notifications, newest first. */
  list(): readonly InboxNotification[]
  add(notification: InboxNotification): void
  /** Deletes a notification. */
  remove(id: string): void
  /**
   * Validates a query, and returns a function that returns its feed page.
   * @throws ErrorResponse 400 for an invalid `payload`.
   */
  page(query: FeedQuery): () => Omit<FeedPage, 'unreadable'>
  /** Marks the messages with these ids. Returns the existing ones in this order, without duplicates. */
  markAs(ids: readonly string[], verb: MarkVerb): Message[]
  /** Returns the number of changed messages, or which they are. */
  markAll(body: MarkAllBody): MarkAllResponse
}

interface Entry {
  notification: InboxNotification
  dates: MarkDates
}

/** If the rules promise no order of equal times, sorts in the less likely order, so that no client relies on it. */
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

const matcherOf = ({ read, seen, payload }: FeedQuery, { listsArchived }: BehaviorRules) => {
  const partial = payload === undefined ? {} : decodePayload(payload)
  if (partial === undefined)
    throw new ErrorResponse(400, 'Invalid payload, the JSON object should be encoded to base64 string.')
  return ({ notification }: Entry) =>
    notification.channel === 'in_app' &&
    (listsArchived || notification.archived !== true) &&
    (read === undefined || notification.read === read) &&
    (seen === undefined || notification.seen === seen) &&
    matchesPayload(notification.payload, partial)
}

export const createInMemoryFeed = ({ firstPage, rules, now, ...options }: InMemoryFeedOptions): InMemoryFeed => {
  const toEntry = (notification: InboxNotification): Entry => ({ notification, dates: {} })
  let entries = options.notifications.map(toEntry).toSorted(newestFirst(rules))

  /** Marks the matching notifications. Returns those that changed, as they were before. */
  const change = (verb: MarkVerb, matches: (notification: InboxNotification) => boolean): InboxNotification[] => {
    const before = entries
    const at = new Date(now()).toISOString()
    entries = entries.map((entry) => (matches(entry.notification) ? marked(entry, verb, at, rules) : entry))
    return before.flatMap((entry, index) => (entry === entries[index] ? [] : entry.notification))
  }

  return {
    list: () => entries.map(({ notification }) => notification),
    add: (notification) => (entries = [...entries, toEntry(notification)].toSorted(newestFirst(rules))),
    remove: (id) => (entries = entries.filter(({ notification }) => notification._id !== id)),
    page: (query) => {
      const { page = firstPage, limit = feedLimit.default } = query
      const start = Math.max(0, page - firstPage) * limit
      const matches = matcherOf(query, rules)
      return () => {
        const matching = entries.filter(matches)
        const data = matching.slice(start, start + limit).map(({ notification }) => notification)
        return {
          totalCount: rules.clampsCounts ? data.length : matching.length,
          hasMore: start + limit < matching.length,
          data,
          pageSize: rules.clampsCounts ? limit : data.length,
          page,
          ...(rules.returnsIds && { offers: { returnIds: true } }),
        }
      }
    },
    markAs: (ids, verb) => {
      const distinctIds = new Set(ids)
      change(verb, ({ _id }) => distinctIds.has(_id))
      const found = new Map(entries.map((entry) => [entry.notification._id, entry]))
      return [...distinctIds].flatMap((id) => {
        const entry = found.get(id)
        return entry ? [toMessage(entry.notification, entry.dates)] : []
      })
    },
    markAll: ({ feedIdentifier, markAs, returnIds }) => {
      const feeds = feedIdentifier === undefined ? undefined : [feedIdentifier].flat()
      const changed = change(
        markAs,
        ({ channel, _feedId }) => channel === 'in_app' && (feeds === undefined || feeds.includes(_feedId ?? '')),
      )
      return returnIds && rules.returnsIds
        ? markedAllOf(changed.length, changed.slice(0, maxReturnedIds))
        : changed.length
    },
  }
}
