import type { TriggerEvent } from '../../contract/bulkTrigger.ts'
import { chunks } from '../database/chunks.ts'
import type { Database } from '../database/connect.ts'
import { inTransaction } from '../database/inTransaction.ts'
import { vacuum } from '../housekeeping.ts'
import { createCatalog } from '../workspace/catalog.ts'
import { parseWorkspace } from '../workspace/parseWorkspace.ts'
import type { WorkspaceInput } from '../workspace/workspaceSchema.ts'
import { triggerEvents, type TimedEvent } from './triggerEvents.ts'

const eventsPerTransaction = 1_000

/** See seedHistory. */
export const seed = async ({ database, workspace, history }: SeedOptions): Promise<number> => {
  const catalog = createCatalog(parseWorkspace(workspace))
  let made = 0
  for (const events of chunks(history, eventsPerTransaction))
    made += await inTransaction(database.kysely, 'write', async (trx) => {
      const { results, messageCount } = await triggerEvents(trx, catalog, events.map(timed))
      const bad = results.findIndex(({ status }) => status !== 'processed')
      if (bad >= 0)
        throw new Error(
          `An event of the history can't be triggered: ${JSON.stringify({ ...events[bad]?.event, ...results[bad] })}`,
        )
      return messageCount
    })
  await vacuum(database)
  return made
}

const timed = ({ event, createdAt, read = false, seen = read }: PastEvent): TimedEvent => ({
  event,
  time: createdAt,
  marks: { read, seen, last_read_at: read ? createdAt : null, last_seen_at: seen ? createdAt : null },
})

/** An event of the past, and what its recipients have done with it since. */
export interface PastEvent {
  /** What was triggered (4.8), `to` included. */
  event: TriggerEvent
  /** When. */
  createdAt: Date
  /** Default false. */
  read?: boolean
  /** Default: as `read`. */
  seen?: boolean
}

/** What to seed, and where. */
export interface SeedOptions {
  /** From `openDatabase`. It stays open. */
  database: Database
  /** The one that the service will be given: the workflows make the messages. */
  workspace: WorkspaceInput
  /** The events, in any order. */
  history: Iterable<PastEvent>
}
