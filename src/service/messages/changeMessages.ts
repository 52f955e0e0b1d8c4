import type { SelectQueryBuilder } from 'kysely'
import type { SubscriberRow, Tables, Trx } from '../database/tables.ts'
import { changedColumns, type FlagChange } from './flagChange.ts'

/** A selection of a subscriber's messages, with the flags that they have. */
type Choice = SelectQueryBuilder<Tables, 'tidings.messages', { found_id: string; was_read: boolean; was_seen: boolean }>

/**
 * Creates the statement that changes some messages of a subscriber. It can return the flags that they had. The
 * transaction has locked the subscriber, so no other one changes the flags meanwhile.
 */
export const changeMessages = (
  trx: Trx,
  { id }: SubscriberRow,
  { change, choose }: { change: FlagChange; choose: (messages: Choice) => Choice },
) => {
  const messages = trx
    .selectFrom('tidings.messages')
    .select(['id as found_id', 'read as was_read', 'seen as was_seen'])
    .where('subscriber_key', '=', id)
  return (
    trx
      .updateTable('tidings.messages')
      .from(choose(messages).as('found'))
      .set(changedColumns(change))
      // Names the partition.
      .where('subscriber_key', '=', id)
      .whereRef('id', '=', 'found_id')
  )
}
