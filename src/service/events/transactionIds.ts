import { sql } from '../database/kysely.ts'
import { recordsOf } from '../database/records.ts'
import type { Trx } from '../database/tables.ts'
import type { Catalog } from '../workspace/catalog.ts'

/**
 * Claims the transaction ids of events permanently, so that no event is delivered twice. Of two concurrent calls, the
 * second waits until the first one's transaction ends, and then finds the id claimed.
 * @returns the ids that were not claimed before.
 */
export const claimTransactionIds = async (
  trx: Trx,
  { environmentId }: Catalog,
  events: readonly { transactionId: string; time: Date }[],
): Promise<Set<string>> => {
  if (events.length === 0) return new Set()
  const times = new Map(events.map(({ transactionId, time }) => [transactionId, time]))
  const { records } = recordsOf(
    'tidings.transaction_ids',
    [...times]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([transactionId, time]) => ({
        environment_id: environmentId,
        transaction_id: transactionId,
        created_at: time,
      })),
  )
  const { rows } = await sql<{ transaction_id: string }>`
    insert into tidings.transaction_ids select * from ${records} on conflict do nothing returning transaction_id
  `.execute(trx)
  return new Set(rows.map((row) => row.transaction_id))
}

/** Releases transaction ids under which nothing was delivered. */
export const releaseTransactionIds = async (
  trx: Trx,
  { environmentId }: Catalog,
  transactionIds: ReadonlySet<string>,
): Promise<void> => {
  if (transactionIds.size === 0) return
  await trx
    .deleteFrom('tidings.transaction_ids')
    .where('environment_id', '=', environmentId)
    .where('transaction_id', 'in', [...transactionIds])
    .execute()
}
