import { isObject } from '../../contract/isObject.ts'
import { messageIdsOf } from '../../contract/markRules.ts'
import { markAsBody } from '../../contract/marks.ts'
import type { Message } from '../../contract/message.ts'
import { sql } from '../database/kysely.ts'
import { HttpError } from '../http/HttpError.ts'
import { readBody } from '../http/readInput.ts'
import { marked } from '../messages/marks.ts'
import { toMessage } from '../messages/toMessage.ts'
import { findSubscriber } from '../subscribers/findSubscribers.ts'
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
  return async ({ trx, catalog, time }) => {
    const subscriber = await findSubscriber(trx, catalog, subscriberId, { lock: true })
    const rows = await trx
      .updateTable('tidings.messages')
      .set(marked(mark, time))
      .where('subscriber_key', '=', subscriber.id)
      .where(sql<boolean>`id = any(${ids}::text[])`)
      .returningAll()
      .execute()
    const found = new Map(rows.map((row) => [row.id, row]))
    return ids.flatMap((id) => {
      const row = found.get(id)
      return row ? [toMessage(row, subscriber, catalog)] : []
    })
  }
}
