import * as z from 'zod/mini'
import { RequestError } from '../../client/errors/RequestError.ts'
import { triggerEvent, type TriggerEvent } from '../../contract/bulkTrigger.ts'
import { joinPath } from '../../contract/fieldIssues.ts'
import { chunks } from '../database/chunks.ts'
import type { Database } from '../database/connect.ts'
import { inTransaction } from '../database/inTransaction.ts'
import { createPastAddresser } from '../delivery/createDelivery.ts'
import { vacuum } from '../housekeeping.ts'
import { check } from '../http/readInput.ts'
import { createCatalog } from '../workspace/catalog.ts'
import { parseWorkspace } from '../workspace/parseWorkspace.ts'
import type { WorkspaceInput } from '../workspace/workspaceSchema.ts'
import { triggerEvents, type TimedEvent } from './triggerEvents.ts'

/** In one transaction, whose events share a budget. */
const eventsPerTransaction = 100

/** See seedHistory. */
export const seed = async ({ database, workspace, history }: SeedOptions): Promise<number> => {
  const catalog = createCatalog(parseWorkspace(workspace))
  const past = readHistory(history)
  const address = createPastAddresser(catalog)
  let messageTotal = 0
  for (const events of chunks(past, eventsPerTransaction))
    messageTotal += await inTransaction(database.kysely, 'write', async (trx) => {
      const { results, messageCount } = await triggerEvents(trx, catalog, events.map(timed), {
        address,
        timeZone: 'UTC',
        isPast: true,
        dueTime: new Date(0),
      })
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

const pastEvent = z.strictObject({
  event: triggerEvent,
  createdAt: z.date(),
  read: z.optional(z.boolean()),
  seen: z.optional(z.boolean()),
})

/** @throws RequestError that names the first wrong fields. */
const readHistory = (history: Iterable<PastEvent>): PastEvent[] => {
  const isList = typeof history === 'object' && history !== null && Symbol.iterator in history
  if (!isList) throw new RequestError('seedHistory', [{ field: 'history', message: 'must be a list of past events' }])
  return [...history].map((past, index) => {
    const { issues } = check(pastEvent, past)
    if (!issues) return past
    throw new RequestError(
      'seedHistory',
      issues.map(({ field, message }) => ({ field: joinPath('history', joinPath(index, field)), message })),
    )
  })
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
