import { isObject } from '../../contract/isObject.ts'
import { messageIdsOf } from '../../contract/markRules.ts'
import { markAsBody } from '../../contract/marks.ts'
import type { Message } from '../../contract/message.ts'
import { sql } from '../database/kysely.ts'
import type { Trx } from '../database/tables.ts'
import { HttpError } from '../http/HttpError.ts'
import { readBody } from '../http/readInput.ts'
import { marked } from '../messages/marks.ts'
import { toMessage } from '../messages/toMessage.ts'
import { findSubscriber } from '../subscribers/findSubscribers.ts'
import type { Catalog } from '../workspace/catalog.ts'
import type { Implementation } from './Implementation.ts'

/**
 * Mark messages as read, seen, unread or unseen (4.6). The answer holds the messages that were found, in the order
 * of the request; ids of nobody, or of another subscriber, are left out.
 */
export const markAs: Implementation<Message[]> = ({ subscriberId, body }) => {
  const given = isObject(body) ? messageIdsOf(body['messageId']) : undefined
  // Production answers 400 to a request without ids, where any other bad body is 422 (service-facts).
  if (given?.length === 0) throw new HttpError(400, 'messageId is empty. Send at least one message id.')
  const { markAs: mark } = readBody(markAsBody, body)
  const ids = given ?? []
  return async ({ trx, catalog, time, rules }) => {
    const subscriber = await findSubscriber(trx, catalog, subscriberId, { lock: true })
    const rows = await trx
      .updateTable('tidings.messages')
      .set(marked(mark, time, rules))
      .where('subscriber_key', '=', subscriber.id)
      .where(sql<boolean>`id = any(${ids}::text[])`)
      .returningAll()
      .execute()
    const messages = rows.map((row) => toMessage(row, subscriber, catalog))
    if (rules.returnsForeign) messages.push(...(await findForeign(trx, catalog, subscriber.id, ids)))
    const found = new Map(messages.map((message) => [message._id, message]))
    return ids.flatMap((id) => found.get(id) ?? [])
  }
}

/** The messages of other subscribers among these ids, as they are. */
const findForeign = async (
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
