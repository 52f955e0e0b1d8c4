import { sql } from '../database/kysely.ts'
import type { RunRow, Trx } from '../database/tables.ts'
import type { Catalog } from '../workspace/catalog.ts'
import { storeRuns } from './storeProgress.ts'

/**
 * Takes an event out of all runs that wait, and ends those that have no other one. Returns whether there were any.
 */
export const cancelRuns = async (trx: Trx, catalog: Catalog, transactionId: string): Promise<boolean> => {
  // As each event does: the recipients first, in one order.
  await sql`
    select from tidings.subscribers
    where id = any(array(select subscriber_key from (${found(catalog, transactionId)}) as run))
    order by subscriber_id collate "C" for no key update`.execute(trx)
  const { rows } = await sql<RunRow>`${found(catalog, transactionId)} for no key update`.execute(trx)
  const left = rows.map((row) => withoutEvent(row, transactionId))
  const ended = left.flatMap(({ id, total_count }) => (total_count > 0 ? [] : id))
  await storeRuns(
    trx,
    left.filter(({ total_count }) => total_count > 0),
  )
  await trx
    .deleteFrom('tidings.runs')
    .where(sql<boolean>`id = any(${ended}::text[])`)
    .execute()
  return rows.length > 0
}

const found = ({ environmentId }: Catalog, transactionId: string) => sql`
  select * from tidings.runs
  where transaction_ids @> array[${transactionId}] and environment_id = ${environmentId}`

const withoutEvent = (row: RunRow, canceled: string): RunRow => {
  const events = row.events.filter(({ transactionId }) => transactionId !== canceled)
  return {
    ...row,
    events,
    // Of more than 100 events, it remembers the newest only. Without any of these, there is nothing to tell.
    total_count: events.length > 0 ? row.total_count - 1 : 0,
    transaction_ids: events.map(({ transactionId }) => transactionId),
  }
}
