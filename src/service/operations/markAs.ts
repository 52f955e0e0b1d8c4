import { isObject } from '../../contract/isObject.ts'
import { messageIdsOf } from '../../contract/markRules.ts'
import { markAsBody } from '../../contract/marks.ts'
import type { Message } from '../../contract/message.ts'
import { sql } from '../database/kysely.ts'
import type { Trx } from '../database/tables.ts'
import { readBody } from '../http/readInput.ts'
import { Refusal } from '../http/Refusal.ts'
import { changeMessages } from '../messages/changeMessages.ts'
import { toMessage } from '../messages/convertMessage.ts'
import { findSubscriber } from '../subscribers/findSubscribers.ts'
import type { Catalog } from '../workspace/catalog.ts'
import type { Implementation } from './Implementation.ts'

/**
 * Returns the messages that were found, in the order of the request. Unknown ids and other subscribers' messages are
 * omitted.
 */
export const markAs: Implementation<Message[]> = ({ subscriberId, body }) => {
  const given = isObject(body) ? messageIdsOf(body['messageId']) : undefined
  // Production responds with 400 to a request without ids, and with 422 to other invalid bodies.
  if (given?.length === 0) throw new Refusal(400, 'messageId is empty. Send at least one message id.')
  const { markAs: mark, deliveries } = readBody(markAsBody, body)
  const ids = given ?? []
  return async ({ trx, catalog, time, rules, report }) => {
    const subscriber = await findSubscriber(trx, catalog, subscriberId, { lock: true })
    const selection = { subscriber, ids, time, ...(rules.sparesLater && { deliveries }) }
    const { rows, hasChanged } = await changeMessages(trx, selection, rules.flagChanges[mark])
    if (hasChanged) report.changed.add(subscriberId)
    const messages = rows.map((row) => toMessage(row, subscriber, catalog))
    const found = new Map(messages.map((message) => [message._id, message]))
    const missing = ids.filter((id) => !found.has(id))
    if (rules.returnsForeign && missing.length > 0)
      for (const message of await findOthersMessages(trx, catalog, missing)) found.set(message._id, message)
    return ids.flatMap((id) => found.get(id) ?? [])
  }
}

/** The messages with these ids, which belong to other subscribers, unchanged. It reads every partition. */
const findOthersMessages = async (trx: Trx, catalog: Catalog, ids: readonly string[]): Promise<Message[]> => {
  const rows = await trx
    .selectFrom('tidings.messages')
    .selectAll()
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
