import { chunks } from '../database/chunks.ts'
import { sql } from '../database/kysely.ts'
import { recordsOf } from '../database/records.ts'
import type { RunRow, Trx } from '../database/tables.ts'
import { insertMessages } from '../messages/insertMessages.ts'
import { redeliverMessages } from '../messages/redeliverMessages.ts'
import type { Progress } from './takeSteps.ts'

/** Events of the runs in one statement. */
const eventsPerStatement = 1_000

/**
 * Stores what the steps of runs have done. The transaction has locked their recipients.
 * @param all in their order: the last state of a run or a message counts.
 */
export const storeProgress = async (trx: Trx, all: readonly Progress[]): Promise<void> => {
  await insertMessages(
    trx,
    all.flatMap(({ created }) => created),
  )
  const redelivered = new Map(all.flatMap((progress) => progress.redelivered).map((message) => [message.id, message]))
  await redeliverMessages(trx, [...redelivered.values()])
  const waiting = new Map(all.flatMap((progress) => progress.waiting).map((row) => [row.id, row]))
  for (const chunk of chunks([...waiting.values()], eventsPerStatement, ({ events }) => events.length + 1))
    await storeRuns(trx, chunk)
}

/** Stores runs, in place of those with their ids. */
export const storeRuns = async (trx: Trx, rows: readonly RunRow[]): Promise<void> => {
  if (rows.length === 0) return
  const written = rows.map((row) => ({
    ...row,
    events: JSON.stringify(row.events),
    shown: JSON.stringify(row.shown),
  }))
  const { columns, records } = recordsOf('tidings.runs', written)
  const list = sql.join(columns.map((column) => sql.ref(column)))
  const values = sql.join(columns.map((column) => sql.ref(`excluded.${column}`)))
  await sql`
    insert into tidings.runs (${list}) select ${list} from ${records}
    on conflict (id) do update set (${list}) = (${values})`.execute(trx)
}
