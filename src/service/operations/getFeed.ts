import { type FeedPage, feedQuery, type FeedQuery } from '../../contract/feed.ts'
import { feedLimit } from '../../contract/inbox/constants.ts'
import { decodePayload } from '../../contract/payload.ts'
import { sql } from '../database/kysely.ts'
import type { Trx } from '../database/tables.ts'
import { HttpError } from '../http/HttpError.ts'
import { readQuery } from '../http/readInput.ts'
import { toNotification } from '../messages/convertMessage.ts'
import { findUnstorable, isNestedDeeper } from '../storable.ts'
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

const isBranch = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0

/**
 * Get in-app notification feed: newest first, feed pages from 0. The total covers all feed pages, unless the rules
 * clamp it to this one.
 */
export const getFeed: Implementation<Omit<FeedPage, 'unreadable'>> = ({ subscriberId, query }) => {
  const filter = readQuery(feedQuery, query)
  const { page = 0, limit = feedLimit.default } = filter
  const leaves = filter.payload === undefined ? [] : payloadLeaves(filter.payload)
  return async ({ trx, catalog, rules }) => {
    const subscriber = await findSubscriber(trx, catalog, subscriberId)
    const found = matching(trx, subscriber.id, filter, leaves)
    const { count } = await found.select((row) => row.fn.countAll().as('count')).executeTakeFirstOrThrow()
    const totalCount = Number(count)
    const offset = page * limit
    const rows = offset < totalCount ? await readPage(trx, found, { offset, limit, breaksTies: rules.breaksTies }) : []
    return {
      totalCount: rules.clampsCounts ? rows.length : totalCount,
      hasMore: offset + rows.length < totalCount,
      data: rows.map((row) => toNotification(row, subscriber, catalog)),
      pageSize: rules.clampsCounts ? limit : rows.length,
      page,
    }
  }
}

/** Skips rows by id on the index, and fetches whole rows for this feed page only. */
const readPage = (
  trx: Trx,
  found: ReturnType<typeof matching>,
  { offset, limit, breaksTies }: { offset: number; limit: number; breaksTies: boolean },
) => {
  // If the rules promise no order of equal times, return the less likely one, so that no client relies on it.
  const tieOrder = breaksTies ? 'desc' : 'asc'
  const ids = found.select('id').orderBy('created_at', 'desc').orderBy('id', tieOrder).limit(limit).offset(offset)
  return trx
    .selectFrom('tidings.messages')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('created_at', 'desc')
    .orderBy('id', tieOrder)
    .execute()
}

const matching = (trx: Trx, subscriberKey: string, { read, seen }: FeedQuery, leaves: readonly Leaf[]) => {
  let query = trx
    .selectFrom('tidings.messages')
    .where('subscriber_key', '=', subscriberKey)
    // Literals instead of parameters: the planner must recognize the conditions of the partial indexes.
    .where(sql<boolean>`channel = 'in_app'`)
  if (read !== undefined) query = query.where(read ? sql<boolean>`read` : sql<boolean>`not read`)
  if (seen !== undefined) query = query.where(seen ? sql<boolean>`seen` : sql<boolean>`not seen`)
  for (const { path, value } of leaves)
    query = query.where(sql<boolean>`payload #> ${path}::text[] = ${JSON.stringify(value)}::jsonb`)
  return query
}

const payloadLeaves = (text: string): Leaf[] => {
  const payload = decodePayload(text)
  // A payload that can't be stored can't match a stored one.
  if (!payload || isNestedDeeper(payload, 100) || findUnstorable(payload))
    throw new HttpError(400, 'Invalid payload, the JSON object should be encoded to base64 string.')
  return leavesOf(payload)
}
