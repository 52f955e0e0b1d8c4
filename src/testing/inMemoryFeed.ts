import type { BehaviorRules } from '../contract/behavior.ts'
import type { FeedPage, FeedQuery } from '../contract/feed.ts'
import { feedLimit, maxReturnedIds } from '../contract/inbox/constants.ts'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { markedAllOf } from '../contract/markRules.ts'
import type { MarkAllResponse, MarkAllBody, MarkAsBody, MarkVerb } from '../contract/marks.ts'
import type { Message } from '../contract/message.ts'
import { decodePayload, matchesPayload } from '../contract/payload.ts'
import { ErrorResponse } from './ErrorResponse.ts'
import { type Entry, type InMemoryEntries, isInFeed, isNotLater } from './inMemoryEntries.ts'
import { toMessage } from './makeMessage.ts'

export interface InMemoryFeedOptions {
  entries: InMemoryEntries
  /** Number of the first feed page. */
  firstPage: number
  rules: BehaviorRules
  /** Whether notifications can be archived, snoozed and deleted. */
  triage: boolean
}

/** One subscriber's feed in memory, with the behavior that docs/interface.md describes. */
export interface InMemoryFeed {
  /**
   * Validates a query, and returns a function that returns its feed page.
   * @throws ErrorResponse 400 for an invalid `payload`.
   */
  page(query: FeedQuery): () => Omit<FeedPage, 'unreadable'>
  /** Marks the messages with these ids. Returns the existing ones in this order, without duplicates. */
  markAs(ids: readonly string[], verb: MarkVerb, deliveries?: MarkAsBody['deliveries']): Message[]
  /** Returns the number of changed messages, or which they are. */
  markAll(body: MarkAllBody): MarkAllResponse
}

const matcherOf = ({ read, seen, payload }: FeedQuery, { listsArchived }: BehaviorRules) => {
  const partial = payload === undefined ? {} : decodePayload(payload)
  if (partial === undefined)
    throw new ErrorResponse(400, 'Invalid payload, the JSON object should be encoded to base64 string.')
  return ({ notification }: Entry) =>
    (listsArchived ? notification.channel === 'in_app' : isInFeed(notification)) &&
    (read === undefined || notification.read === read) &&
    (seen === undefined || notification.seen === seen) &&
    matchesPayload(notification.payload, partial)
}

export const createInMemoryFeed = ({ entries, firstPage, rules, triage }: InMemoryFeedOptions): InMemoryFeed => {
  const offers = {
    ...(rules.returnsIds && { returnIds: true }),
    ...(triage && { triage: true }),
    ...(rules.sparesLater && { deliveries: true }),
  }

  return {
    page: (query) => {
      const { page = firstPage, limit = feedLimit.default } = query
      const start = Math.max(0, page - firstPage) * limit
      const matches = matcherOf(query, rules)
      return () => {
        const matching = entries.all().filter(matches)
        const data = matching.slice(start, start + limit).map(({ notification }) => notification)
        return {
          totalCount: rules.clampsCounts ? data.length : matching.length,
          hasMore: start + limit < matching.length,
          data,
          pageSize: rules.clampsCounts ? limit : data.length,
          page,
          ...(Object.keys(offers).length > 0 && { offers }),
        }
      }
    },
    markAs: (ids, verb, deliveries = {}) => {
      const distinctIds = new Set(ids)
      const isMarked = (notification: InboxNotification) =>
        distinctIds.has(notification._id) &&
        (!rules.sparesLater || isNotLater(notification, deliveries[notification._id]))
      entries.change(isMarked, rules.flagChanges[verb])
      const found = new Map(entries.all().map((entry) => [entry.notification._id, entry]))
      return [...distinctIds].flatMap((id) => {
        const entry = found.get(id)
        return entry ? [toMessage(entry.notification, entry.dates)] : []
      })
    },
    markAll: ({ feedIdentifier, markAs, returnIds, until }) => {
      const feeds = feedIdentifier === undefined ? undefined : [feedIdentifier].flat()
      // What the user has archived or snoozed stays as it is.
      const matches = (notification: InboxNotification) =>
        isInFeed(notification) &&
        (feeds === undefined || feeds.includes(notification._feedId ?? '')) &&
        (!rules.sparesLater || isNotLater(notification, until))
      const changed = entries.change(matches, rules.flagChanges[markAs]).map(({ notification }) => notification)
      return returnIds && rules.returnsIds
        ? markedAllOf(changed.length, changed.slice(0, maxReturnedIds))
        : changed.length
    },
  }
}
