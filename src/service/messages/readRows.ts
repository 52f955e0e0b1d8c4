import type { SelectQueryBuilder } from 'kysely'
import type { MessageRow, SubscriberRow, Tables, Trx } from '../database/tables.ts'

/** Which of the messages that a query finds are read. */
interface Part {
  offset: number
  limit: number
  /** The order of messages of the same time. */
  tieOrder: 'asc' | 'desc'
}

/**
 * Reads messages of a subscriber, newest first. It skips rows by id on the index, and fetches whole rows for this part
 * only.
 */
export const readRows = async <Output>(
  trx: Trx,
  subscriber: SubscriberRow,
  found: SelectQueryBuilder<Tables, 'tidings.messages', Output>,
  { offset, limit, tieOrder }: Part,
): Promise<MessageRow[]> =>
  trx
    .selectFrom('tidings.messages')
    .selectAll()
    // The ids identify the rows, and the subscriber their partition.
    .where('subscriber_key', '=', subscriber.id)
    .where(
      'id',
      'in',
      found.select('id').orderBy('created_at', 'desc').orderBy('id', tieOrder).limit(limit).offset(offset),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', tieOrder)
    .execute()
