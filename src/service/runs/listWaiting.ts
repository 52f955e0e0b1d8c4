import type { WaitingRun } from '../../console/consoleContext.ts'
import type { Database } from '../database/connect.ts'
import { inTransaction } from '../database/inTransaction.ts'
import { sql } from '../database/kysely.ts'
import type { Catalog } from '../workspace/catalog.ts'

/** So many rows are read, in the order of an index. */
const most = 20

/** The next workflows that go on, the next one first. A digest without events only remembers its last one. */
export const listWaiting = async (
  { kysely }: Database,
  { environmentId, workflows }: Catalog,
  subscriberId: string | undefined,
): Promise<WaitingRun[]> => {
  const rows = await inTransaction(kysely, 'read', (trx) =>
    trx
      .selectFrom('tidings.runs as run')
      .innerJoin('tidings.subscribers as subscriber', 'subscriber.id', 'run.subscriber_key')
      .select(['run.id', 'run.workflow', 'run.step', 'run.due_at', 'run.total_count', 'subscriber.subscriber_id'])
      .where('run.environment_id', '=', environmentId)
      .where(sql<boolean>`run.events <> '[]'`)
      .$if(subscriberId !== undefined, (runs) => runs.where('subscriber.subscriber_id', '=', subscriberId ?? ''))
      .orderBy('run.due_at')
      .limit(most)
      .execute(),
  )
  return rows.map((row) => {
    const workflow = workflows.get(row.workflow)
    return {
      id: row.id,
      subscriberId: row.subscriber_id,
      workflow: workflow?.name ?? row.workflow,
      step: row.step,
      kind: workflow?.steps.find(({ name }) => name === row.step)?.kind ?? '',
      dueAt: row.due_at.toISOString(),
      eventCount: row.total_count,
    }
  })
}
