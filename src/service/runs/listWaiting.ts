import type { WaitingEntry } from '../../console/consoleContext.ts'
import type { Database } from '../database/connect.ts'
import { inTransaction } from '../database/inTransaction.ts'
import { sql } from '../database/kysely.ts'
import type { MessageRow, Trx } from '../database/tables.ts'
import type { Catalog } from '../workspace/catalog.ts'

/** So many rows are read, in the order of an index. */
const most = 20

/** The next workflows that go on and the next messages that are sent, the next one first. */
export const listWaiting = async (
  { kysely }: Database,
  catalog: Catalog,
  subscriberId: string | undefined,
): Promise<WaitingEntry[]> => {
  const entries = await inTransaction(kysely, 'read', async (trx) => [
    ...(await listRuns(trx, catalog, subscriberId)),
    ...(await listMessages(trx, catalog, subscriberId)),
  ])
  return entries.toSorted((a, b) => Date.parse(a.dueAt) - Date.parse(b.dueAt)).slice(0, most)
}

/** A digest without events only remembers its last one. */
const listRuns = async (
  trx: Trx,
  { environmentId, workflows }: Catalog,
  subscriberId: string | undefined,
): Promise<WaitingEntry[]> => {
  const rows = await trx
    .selectFrom('tidings.runs as run')
    .innerJoin('tidings.subscribers as subscriber', 'subscriber.id', 'run.subscriber_key')
    .select(['run.id', 'run.workflow', 'run.step', 'run.due_at', 'run.total_count', 'subscriber.subscriber_id'])
    .where('run.environment_id', '=', environmentId)
    .where(sql<boolean>`run.events <> '[]'`)
    .$if(subscriberId !== undefined, (runs) => runs.where('subscriber.subscriber_id', '=', subscriberId ?? ''))
    .orderBy('run.due_at')
    .limit(most)
    .execute()
  return rows.map((row) => {
    const workflow = workflows.get(row.workflow)
    const kind = workflow?.steps.find(({ name }) => name === row.step)?.kind ?? 'no such step any more'
    return {
      id: row.id,
      subscriberId: row.subscriber_id,
      workflow: workflow?.name ?? row.workflow,
      step: row.step,
      reason: kind === 'digest' ? `digest, events: ${row.total_count}` : kind,
      dueAt: row.due_at.toISOString(),
    }
  })
}

type WaitingMessage = Pick<MessageRow, 'id' | 'template_identifier' | 'channel' | 'error_text'> & {
  send_at: Date
  subscriber_id: string
}

/**
 * Reads the first entries of each integration's queue, however many messages wait. The channel lets PostgreSQL read
 * those of one subscriber from an index too.
 */
const listMessages = async (
  trx: Trx,
  { environmentId, integrations, workflows }: Catalog,
  subscriberId: string | undefined,
): Promise<WaitingEntry[]> => {
  const ids = integrations.map(({ _id }) => _id)
  const ofSubscriber =
    subscriberId === undefined
      ? sql``
      : sql`and subscriber_key = (
          select id from tidings.subscribers
          where environment_id = ${environmentId} and subscriber_id = ${subscriberId}
        )`
  const { rows } = await sql<WaitingMessage>`
    select message.*, subscriber.subscriber_id
    from unnest(${ids}::text[]) as queue (id) cross join lateral (
      select messages.id, subscriber_key, template_identifier, channel, error_text, send_at from tidings.messages
      where integration_id = queue.id and send_at is not null and channel <> 'in_app' ${ofSubscriber}
      order by send_at limit ${most}
    ) as message
    join tidings.subscribers as subscriber on subscriber.id = message.subscriber_key
    order by message.send_at limit ${most}`.execute(trx)
  return rows.map((row) => ({
    id: row.id,
    subscriberId: row.subscriber_id,
    workflow: workflows.get(row.template_identifier)?.name ?? row.template_identifier,
    step: row.channel,
    reason: row.error_text ?? '',
    dueAt: row.send_at.toISOString(),
  }))
}
