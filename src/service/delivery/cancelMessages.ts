import { sql } from '../database/kysely.ts'
import type { Trx } from '../database/tables.ts'
import type { Catalog } from '../workspace/catalog.ts'
import { leaseTime } from './claimMessages.ts'
import { canceledId } from './endWaiting.ts'

/** Cancels the messages of an event that were not sent yet. Returns whether there were any. */
export const cancelMessages = async (
  trx: Trx,
  { environmentId }: Catalog,
  { transactionId, time }: { transactionId: string; time: Date },
): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    update tidings.messages
    set send_at = null, status = 'warning', error_id = ${canceledId}, error_text = 'The event was canceled.',
      updated_at = ${time}
    from tidings.subscribers
    where transaction_id = ${transactionId} and send_at is not null
      -- A process may be sending one whose lease has not ended.
      and (send_at <= ${time} or send_at > ${new Date(time.getTime() + leaseTime)})
      and subscribers.id = subscriber_key and environment_id = ${environmentId}`.execute(trx)
  return numAffectedRows > 0n
}
