import { sql } from '../database/kysely.ts'
import type { StoredMarkAll, SubscriberRow, Trx } from '../database/tables.ts'
import { changeMessages } from './changeMessages.ts'
import { type FlagChange, pendingChanges, wouldChange } from './flagChange.ts'

/** Which messages of a subscriber get pending mark-alls. Default: all. */
interface Chosen {
  ids?: readonly string[] | undefined
  feeds?: readonly string[] | undefined
}

/** A part of the messages, newest first. */
interface Part {
  /** The most messages. Default: all. */
  limit?: number
  /** The last message of the part before. */
  after?: Position | undefined
}

/** A place in the feed. */
interface Position {
  created_at: Date
  id: string
}

/** How far a mark-all is written: up to the message `last`, or into all. */
export type Progress = { isDone: true; last?: undefined } | { isDone: false; last: Position }

/** Writes all pending mark-alls into some messages. The transaction has locked the subscriber. */
export const writePending = async (trx: Trx, subscriber: SubscriberRow, chosen: Chosen): Promise<void> => {
  for (const change of pendingChanges(subscriber)) await writeChange(trx, subscriber, { change, ...chosen })
}

/**
 * Writes the oldest pending mark-all. The later ones wait: which dates they change depends on it. If it is in all
 * messages, it is pending no more. The transaction has locked the subscriber.
 */
export const writeOldest = async (trx: Trx, subscriber: SubscriberRow, part: Part = {}): Promise<Progress> => {
  const [change] = pendingChanges(subscriber)
  if (!change) return { isDone: true }
  const progress = await writeChange(trx, subscriber, { change, ...part })
  if (progress.isDone) await storePending(trx, subscriber, subscriber.mark_alls.slice(1))
  return progress
}

const writeChange = async (
  trx: Trx,
  subscriber: SubscriberRow,
  { change, ids, feeds, limit, after }: Chosen & Part & { change: FlagChange },
): Promise<Progress> => {
  const written = changeMessages(trx, subscriber, {
    change,
    choose: (messages) =>
      messages
        .where(sql<boolean>`channel = 'in_app'`)
        .where('generation', '<', change.generation)
        .where(wouldChange(change))
        .$if(ids !== undefined, (query) => query.where(sql<boolean>`id = any(${ids}::text[])`))
        .$if(feeds !== undefined, (query) => query.where(sql<boolean>`feed_id = any(${feeds}::text[])`))
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(created_at, id) < (${after?.created_at}::timestamptz, ${after?.id})`),
        )
        .$if(limit !== undefined, (query) =>
          query
            .orderBy('created_at', 'desc')
            .orderBy('id', 'desc')
            .limit(limit ?? 0),
        ),
  }).returning(['id', 'created_at'])
  const oldest = await trx
    .with('written', () => written)
    .selectFrom('written')
    .select(['id', 'created_at', sql<number>`(count(*) over ())::integer`.as('count')])
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!oldest || limit === undefined || oldest.count < limit) return { isDone: true }
  const { id, created_at } = oldest
  return { isDone: false, last: { id, created_at } }
}

/** Stores the pending mark-alls of a subscriber, oldest first. */
export const storePending = (trx: Trx, subscriber: SubscriberRow, markAlls: readonly StoredMarkAll[]) =>
  trx
    .updateTable('tidings.subscribers')
    .set({
      generation: markAlls.at(-1)?.generation ?? subscriber.generation,
      mark_alls: JSON.stringify(markAlls),
    })
    .where('id', '=', subscriber.id)
    .execute()
