import type { TriggerEvent } from '../contract/bulkTrigger.ts'
import type { Database } from './database/connect.ts'
import type { WorkspaceInput } from './workspace/workspaceSchema.ts'

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

/**
 * Fills a database with notifications of the past, for demonstrations and measurements: each event makes the
 * messages that it would have made at its `createdAt`, only in large batches. One whose transactionId was delivered
 * before is left out, so that seeding twice changes nothing.
 *
 * @returns how many messages it made.
 * @throws Error that names the first event that can't be triggered; the batches before it are stored.
 */
export const seedHistory = async (options: SeedOptions): Promise<number> => {
  const { seed } = await import('./events/seed.ts')
  return seed(options)
}
