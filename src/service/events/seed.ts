import type { TriggerEvent } from '../../contract/bulkTrigger.ts'
import { chunks } from '../database/chunks.ts'
import type { Database } from '../database/connect.ts'
import { inTransaction } from '../database/inTransaction.ts'
import { vacuum } from '../housekeeping.ts'
import { createCatalog } from '../workspace/catalog.ts'
import { parseWorkspace } from '../workspace/parseWorkspace.ts'
import type { WorkspaceInput } from '../workspace/workspaceSchema.ts'
import { triggerEvents, type TimedEvent } from './triggerEvents.ts'

/** In one transaction, whose events share a budget. */
const eventsPerTransaction = 100

/** See seedHistory. */
export const seed = async ({ database, workspace, history }: SeedOptions): Promise<number> => {
  const catalog = createCatalog(parseWorkspace(workspace))
  let messageTotal = 0
  for (const events of chunks(history, eventsPerTransaction))
    messageTotal += await inTransaction(database.kysely, 'write', async (trx) => {
      const { results, messageCount } = await triggerEvents(trx, catalog, events.map(timed))
      const bad = results.findIndex(({ status }) => status !== 'processed')
      if (bad >= 0)
        throw new Error(
          `Can't trigger an event of the history: ${JSON.stringify({ ...events[bad]?.event, ...results[bad] })}`,
        )
      return messageCount
    })
  await vacuum(database)
  return messageTotal
}

const timed = ({ event, createdAt, read = false, seen = read }: PastEvent): TimedEvent => ({
  event,
  time: createdAt,
  marks: { read, seen, last_read_at: read ? createdAt : null, last_seen_at: seen ? createdAt : null },
})

/** A past event, and whether its recipients have read or seen its messages since. */
export interface PastEvent {
  /** The event as bulk trigger takes it, with `to`. */
  event: TriggerEvent
  /** When the event happened. Its messages get this time. */
  createdAt: Date
  /** Whether its messages are read. Default false. */
  read?: boolean
  /** Whether its messages are seen. Default: the value of `read`. */
  seen?: boolean
}

/** Options of seedHistory. */
export interface SeedOptions {
  /** A database from `openDatabase`. seedHistory doesn't close it. */
  database: Database
  /** The workspace of the service: its workflows create the messages. */
  workspace: WorkspaceInput
  /** The events, in any order. */
  history: Iterable<PastEvent>
}
