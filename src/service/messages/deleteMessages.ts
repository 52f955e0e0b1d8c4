import type { RawBuilder } from 'kysely'
import { sql } from '../database/kysely.ts'
import type { MessageRow, SubscriberRow, Trx } from '../database/tables.ts'
import { CountChanges } from '../subscribers/feedCounts.ts'
import { countByFlags, type Deliveries, notLaterThan } from './changeMessages.ts'
import { inApp, inAppById, inFeed, isInFeed } from './inFeed.ts'

/**
 * Deletes in-app messages by their ids, unless they were delivered again since. Returns them as they were. The
 * transaction has locked the subscriber.
 */
export const deleteMessages = async (
  trx: Trx,
  subscriber: SubscriberRow,
  ids: readonly string[],
  deliveries: Deliveries,
): Promise<MessageRow[]> => {
  const rows = await trx
    .deleteFrom('tidings.messages')
    .where('subscriber_key', '=', subscriber.id)
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .where(inAppById)
    .where(notLaterThan(deliveries))
    .returningAll()
    .execute()
  const counts = new CountChanges()
  for (const row of rows) if (isInFeed(row)) counts.add(subscriber.id, row, -1)
  await counts.store(trx)
  return rows
}

/** Deletes all in-app messages that match, in the feed or not. Returns their number. */
export const deleteMatching = async (
  trx: Trx,
  subscriber: SubscriberRow,
  matching: RawBuilder<boolean>,
): Promise<number> => {
  const counts = new CountChanges()
  for (const { count, ...flags } of await countByFlags(trx, subscriber, sql`${inFeed} and ${matching}`))
    counts.add(subscriber.id, flags, -count)
  const { numDeletedRows } = await trx
    .deleteFrom('tidings.messages')
    .where('subscriber_key', '=', subscriber.id)
    .where(inApp)
    .where(matching)
    .executeTakeFirstOrThrow()
  await counts.store(trx)
  return Number(numDeletedRows)
}
