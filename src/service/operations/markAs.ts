import type { UpdateObject } from 'kysely'
import type { BehaviorRules } from '../../contract/behavior.ts'
import { isObject } from '../../contract/isObject.ts'
import { messageIdsOf } from '../../contract/markRules.ts'
import { markAllBody, markAsBody, type MarkVerb } from '../../contract/marks.ts'
import type { Message } from '../../contract/message.ts'
import { sql } from '../database/kysely.ts'
import type { Tables, Trx } from '../database/tables.ts'
import { HttpError } from '../http/HttpError.ts'
import { readBody } from '../http/readInput.ts'
import { toMessage } from '../messages/convertMessage.ts'
import { findSubscriber } from '../subscribers/findSubscribers.ts'
import type { Catalog } from '../workspace/catalog.ts'
import type { Implementation } from './Implementation.ts'

/** The condition that a mark changes a message. */
const wouldChange = (mark: MarkVerb, { flagChanges }: BehaviorRules) => {
  const { read, seen } = flagChanges[mark]
  const changes = [
    ...(read === undefined ? [] : [read ? sql`not read` : sql`read`]),
    ...(seen === undefined ? [] : [seen ? sql`not seen` : sql`seen`]),
  ]
  return sql<boolean>`(${sql.join(changes, sql` or `)})`
}

/**
 * The changes that a mark makes to a message. `lastReadDate` and `lastSeenDate` are the time when the flag was last
 * set. They remain when the flag is cleared, and don't change if the message already has the flag.
 */
const marked = (mark: MarkVerb, time: Date, rules: BehaviorRules): UpdateObject<Tables, 'tidings.messages'> => {
  const { read, seen } = rules.flagChanges[mark]
  const whenNot = (flag: string, column: string) =>
    sql<Date>`case when ${sql.ref(flag)} then ${sql.ref(column)} else ${time}::timestamptz end`
  return {
    ...(read !== undefined && { read }),
    ...(seen !== undefined && { seen }),
    ...(read && { last_read_at: whenNot('read', 'last_read_at') }),
    ...(seen && { last_seen_at: whenNot('seen', 'last_seen_at') }),
    updated_at: sql<Date>`case when ${wouldChange(mark, rules)} then ${time}::timestamptz else updated_at end`,
  }
}

/**
 * Mark messages as read, seen, unread or unseen. Returns the messages that were found, in the order of the request.
 * Unknown ids and other subscribers' messages are omitted.
 */
export const markAs: Implementation<Message[]> = ({ subscriberId, body }) => {
  const given = isObject(body) ? messageIdsOf(body['messageId']) : undefined
  // Production responds with 400 to a request without ids, and with 422 to other invalid bodies.
  if (given?.length === 0) throw new HttpError(400, 'messageId is empty. Send at least one message id.')
  const { markAs: mark } = readBody(markAsBody, body)
  const ids = given ?? []
  return async ({ trx, catalog, time, rules, changed }) => {
    const subscriber = await findSubscriber(trx, catalog, subscriberId, { lock: true })
    // The subscriber is locked, so the flags remain the same until the update.
    const before = trx
      .selectFrom('tidings.messages')
      .select(['id as found_id', wouldChange(mark, rules).as('changes')])
      .where('subscriber_key', '=', subscriber.id)
      .where(sql<boolean>`id = any(${ids}::text[])`)
    const rows = await trx
      .updateTable('tidings.messages')
      .from(before.as('before'))
      .set(marked(mark, time, rules))
      .whereRef('id', '=', 'found_id')
      .returningAll('tidings.messages')
      .returning('changes')
      .execute()
    if (rows.some(({ changes }) => changes)) changed.add(subscriberId)
    const messages = rows.map((row) => toMessage(row, subscriber, catalog))
    if (rules.returnsForeign) messages.push(...(await findOthersMessages(trx, catalog, subscriber.id, ids)))
    const found = new Map(messages.map((message) => [message._id, message]))
    return ids.flatMap((id) => found.get(id) ?? [])
  }
}

/** The messages with these ids that belong to other subscribers, unchanged. */
const findOthersMessages = async (
  trx: Trx,
  catalog: Catalog,
  subscriberKey: string,
  ids: readonly string[],
): Promise<Message[]> => {
  const rows = await trx
    .selectFrom('tidings.messages')
    .selectAll()
    .where('subscriber_key', '!=', subscriberKey)
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute()
  if (rows.length === 0) return []
  const owners = await trx
    .selectFrom('tidings.subscribers')
    .selectAll()
    .where('environment_id', '=', catalog.environmentId)
    .where(
      'id',
      'in',
      rows.map((row) => row.subscriber_key),
    )
    .execute()
  return rows.flatMap((row) => {
    const owner = owners.find(({ id }) => id === row.subscriber_key)
    return owner ? [toMessage(row, owner, catalog)] : []
  })
}

/**
 * Mark all in-app messages as read, seen, unread or unseen, or the messages of some feeds. An unknown feed has no
 * messages. Returns the number of changed messages, so a second call returns 0.
 */
export const markAll: Implementation<number> = ({ subscriberId, body }) => {
  const { feedIdentifier, markAs: mark } = readBody(markAllBody, body)
  const feeds = feedIdentifier === undefined ? undefined : [feedIdentifier].flat()
  return async ({ trx, catalog, time, rules, changed }) => {
    const subscriber = await findSubscriber(trx, catalog, subscriberId, { lock: true })
    const { numUpdatedRows } = await trx
      .updateTable('tidings.messages')
      .set(marked(mark, time, rules))
      .where('subscriber_key', '=', subscriber.id)
      .where(sql<boolean>`channel = 'in_app'`)
      .where(wouldChange(mark, rules))
      .$if(feeds !== undefined, (query) => query.where(sql<boolean>`feed_id = any(${feeds}::text[])`))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) changed.add(subscriberId)
    return Number(numUpdatedRows)
  }
}
