import type { BehaviorRules } from '../../contract/behavior.ts'
import { type FeedPage, feedQuery, type FeedQuery } from '../../contract/feed.ts'
import { feedLimit } from '../../contract/inbox/constants.ts'
import { decodePayload } from '../../contract/payload.ts'
import { sql } from '../database/kysely.ts'
import type { MessageRow, SubscriberRow, Trx } from '../database/tables.ts'
import { readQuery } from '../http/readInput.ts'
import { Refusal } from '../http/Refusal.ts'
import { severityOf, toNotification } from '../messages/convertMessage.ts'
import { inApp, inFeed, inFeedWithKeys } from '../messages/inFeed.ts'
import { readRows } from '../messages/readRows.ts'
import { findUnstorable, isNestedDeeper } from '../storable.ts'
import { countOf } from '../subscribers/feedCounts.ts'
import { findSubscriber } from '../subscribers/findSubscribers.ts'
import type { Implementation } from './Implementation.ts'

/** A value inside a payload, and its path. */
interface Leaf {
  path: string[]
  value: unknown
}

/**
 * Splits a partial payload into leaves that a message's payload must equal at the same paths. Everything except a
 * non-empty object is a leaf: arrays and empty objects are compared as a whole.
 */
const leavesOf = (payload: Record<string, unknown>, above: string[] = []): Leaf[] =>
  Object.entries(payload).flatMap(([key, value]) => {
    const path = [...above, key]
    return isBranch(value) ? leavesOf(value, path) : [{ path, value }]
  })

/**
 * The leaves that each matching payload contains. A path with an integer also finds items of lists, which a payload
 * with such a key does not contain.
 */
const containedIn = (payload: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(payload).flatMap(([key, value]) => {
      if (isListIndex(key)) return []
      if (!isBranch(value)) return [[key, value]]
      const contained = containedIn(value)
      return Object.keys(contained).length > 0 ? [[key, contained]] : []
    }),
  )

/** Whether PostgreSQL reads a key of a path as the place of a list's item. */
const isListIndex = (key: string) => /^\s*[+-]?\d+$/.test(key)

const isBranch = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0

/**
 * Get in-app notification feed: newest first, feed pages from 0. The total covers all feed pages, unless the rules
 * clamp it to this one.
 */
export const getFeed: Implementation<Omit<FeedPage, 'unreadable'>> = ({ subscriberId, query }) => {
  const filter = readQuery(feedQuery, query)
  const { page = 0, limit = feedLimit.default } = filter
  const payload = filter.payload === undefined ? undefined : readPayload(filter.payload)
  return async ({ trx, catalog, rules }) => {
    const subscriber = await findSubscriber(trx, catalog, subscriberId)
    const offset = page * limit
    // One more row than the page has shows whether there are more.
    const part = { offset, limit: limit + 1, ...rules }
    const { totalCount, rows: found } = await (payload
      ? readMatchingPage(trx, subscriber, { filter, payload, part })
      : readPage(trx, subscriber, { filter, part }))
    const rows = found.slice(0, limit)
    return {
      totalCount: rules.clampsCounts ? rows.length : totalCount,
      hasMore: found.length > limit,
      data: rows.map((row) => ({
        ...toNotification(row, subscriber, catalog),
        ...(rules.addsFields && { severity: severityOf(row, catalog) }),
      })),
      pageSize: rules.clampsCounts ? limit : rows.length,
      page,
      ...(rules.addsFields && { offers: { returnIds: rules.returnsIds, triage: true, deliveries: rules.sparesLater } }),
    }
  }
}

/** Which notifications are read. */
interface Part extends Pick<BehaviorRules, 'breaksTies' | 'listsArchived'> {
  offset: number
  limit: number
}

interface Page {
  totalCount: number
  rows: MessageRow[]
}

/** The messages that the feed lists. */
const listed = ({ listsArchived }: Part) => (listsArchived ? inApp : inFeed)

/** If the rules promise no order of equal times, returns the less likely one, so that no client relies on it. */
const tieOrder = ({ breaksTies }: Part) => (breaksTies ? 'desc' : 'asc')

const readPage = async (
  trx: Trx,
  subscriber: SubscriberRow,
  { filter, part }: { filter: FeedQuery; part: Part },
): Promise<Page> => {
  const totalCount = countOf(subscriber, filter)
  // Reading 100,000 index entries to find none takes 50 ms. A service that lists archived messages clamps its totals.
  if (!part.listsArchived && part.offset >= totalCount) return { totalCount, rows: [] }
  const found = matching(trx, subscriber, filter).where(listed(part))
  return { totalCount, rows: await readRows(trx, subscriber, found, { ...part, tieOrder: tieOrder(part) }) }
}

/** Compares the payload of each message that the index finds, once for the page and its total. */
const readMatchingPage = async (
  trx: Trx,
  subscriber: SubscriberRow,
  { filter, payload, part }: { filter: FeedQuery; payload: PayloadFilter; part: Part },
): Promise<Page> => {
  const found = matchingPayload(trx, subscriber, { filter, payload, part })
  const counted = await trx
    .with('part', () =>
      found
        .select(['id as part_id', sql<number>`(count(*) over ())::integer`.as('total')])
        .orderBy('created_at', 'desc')
        .orderBy('id', tieOrder(part))
        .limit(part.limit)
        .offset(part.offset),
    )
    .selectFrom(['tidings.messages', 'part'])
    .selectAll('tidings.messages')
    .select('total')
    .where('subscriber_key', '=', subscriber.id)
    .whereRef('id', '=', 'part_id')
    .orderBy('created_at', 'desc')
    .orderBy('id', tieOrder(part))
    .execute()
  const [first] = counted
  if (first !== undefined || part.offset === 0) return { totalCount: first?.total ?? 0, rows: counted }
  const { total } = await found.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow()
  return { totalCount: total, rows: [] }
}

const matching = (trx: Trx, subscriber: SubscriberRow, { read, seen }: FeedQuery) =>
  trx
    .selectFrom('tidings.messages')
    .where('subscriber_key', '=', subscriber.id)
    .$if(read !== undefined, (query) => query.where(read ? sql<boolean>`read` : sql<boolean>`not read`))
    .$if(seen !== undefined, (query) => query.where(seen ? sql<boolean>`seen` : sql<boolean>`not seen`))

interface PayloadFilter {
  /** What each matching payload contains. */
  contained: Record<string, unknown>
  /** The leaves that a payload may contain without being equal to them. */
  leaves: readonly Leaf[]
}

const matchingPayload = (
  trx: Trx,
  subscriber: SubscriberRow,
  { filter, payload, part }: { filter: FeedQuery; payload: PayloadFilter; part: Part },
) => {
  let query = matching(trx, subscriber, filter)
  for (const { path, value } of payload.leaves)
    query = query.where(sql<boolean>`payload #> ${path}::text[] = ${JSON.stringify(value)}::jsonb`)
  if (Object.keys(payload.contained).length === 0) return query.where(listed(part))
  const text = JSON.stringify(payload.contained)
  query = query.where(sql<boolean>`payload @> ${text}::jsonb`)
  if (!subscriber.payloads_indexed) return query.where(listed(part))
  query = query.where(sql<boolean>`payload_keys @> tidings.payload_keys(${subscriber.id}, ${text}::jsonb)`)
  // Only in-app messages have keys. With a condition on the channel, the planner combines this index with the one of
  // unread or unseen messages, or if no such index applies, with that of the whole feed: it does not know that keys
  // belong to a subscriber.
  if (filter.read === false || filter.seen === false) return query.where(listed(part))
  return part.listsArchived ? query : query.where(inFeedWithKeys)
}

const readPayload = (text: string): PayloadFilter => {
  const payload = decodePayload(text)
  // A payload that can't be stored can't match a stored one.
  if (!payload || isNestedDeeper(payload, 100) || findUnstorable(payload))
    throw new Refusal(400, 'Invalid payload, the JSON object should be encoded to base64 string.')
  return { contained: containedIn(payload), leaves: leavesOf(payload).filter((leaf) => !isEqualIfContained(leaf)) }
}

/** Whether a payload that contains the leaf has an equal value. A list contains each part of it. */
const isEqualIfContained = ({ path, value }: Leaf) =>
  (typeof value !== 'object' || value === null) && !path.some(isListIndex)
