import { markAllBody } from '../../contract/marks.ts'
import { sql } from '../database/kysely.ts'
import { readBody } from '../http/readInput.ts'
import { marked, wouldChange } from '../messages/marks.ts'
import { findSubscriber } from '../subscribers/findSubscribers.ts'
import type { Implementation } from './Implementation.ts'

/**
 * Mark all in-app messages as read, seen, unread or unseen (4.7), or those of some feeds; a feed that does not
 * exist has none. The answer is how many changed, so a second call answers 0.
 */
export const markAll: Implementation<number> = ({ subscriberId, body }) => {
  const { feedIdentifier, markAs: mark } = readBody(markAllBody, body)
  const feeds = feedIdentifier === undefined ? undefined : [feedIdentifier].flat()
  return async ({ trx, catalog, time, rules }) => {
    const subscriber = await findSubscriber(trx, catalog, subscriberId, { lock: true })
    const { numUpdatedRows } = await trx
      .updateTable('tidings.messages')
      .set(marked(mark, time, rules))
      .where('subscriber_key', '=', subscriber.id)
      .where(sql<boolean>`channel = 'in_app'`)
      .where(wouldChange(mark, rules))
      .$if(feeds !== undefined, (query) => query.where(sql<boolean>`feed_id = any(${feeds}::text[])`))
      .executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  }
}
