import { clocks } from '../client/clock.ts'
import type { Database } from './database/connect.ts'
import { sql } from './database/kysely.ts'
import { responseLifetime } from './http/idempotency.ts'
import type { createRetention } from './retention.ts'

const hour = 60 * 60 * 1000

/**
 * Vacuums an embedded database; a server has autovacuum. Each mark leaves an old version of its row behind, and
 * counting a feed is fastest right after a vacuum.
 */
export const vacuum = async ({ kind, kysely }: Database): Promise<void> => {
  if (kind === 'server') return
  await sql`
    vacuum (analyze) tidings.messages, tidings.subscribers, tidings.stored_responses, tidings.transaction_ids
  `.execute(kysely)
}

/**
 * Deletes expired responses of idempotency keys and what the retention removes, and vacuums. There is no timer: each
 * request calls `run`, which does the work once an hour, after the first hour. With a retention, the first request
 * starts it, because a service that restarts often would never remove anything. That first run vacuums only if it
 * removed rows: an embedded database has one connection, and requests wait for it.
 */
export const createHousekeeping = (
  database: Database,
  {
    retention,
    now,
    monotonic = clocks.monotonic,
    log,
  }: {
    retention: ReturnType<typeof createRetention> | undefined
    now: () => Date
    /** When the work is due. Default: the monotonic clock. */
    monotonic?: () => number
    log: (line: string) => void
  },
) => {
  const start = monotonic()
  let last = retention ? Number.NEGATIVE_INFINITY : start
  let running: Promise<void> | undefined
  const stopping = new AbortController()

  const work = async (time: Date) => {
    const { numDeletedRows } = await database.kysely
      .deleteFrom('tidings.stored_responses')
      .where('created_at', '<=', new Date(time.getTime() - responseLifetime))
      .executeTakeFirstOrThrow()
    const removed = (await retention?.(time, stopping.signal)) ?? { messages: 0, transactionIds: 0 }
    const rows = removed.messages + removed.transactionIds
    if (rows > 0) log(`Retention removed ${removed.messages} messages and ${removed.transactionIds} transaction ids.`)
    // Without a removal, it is due an hour after the start: marks leave old versions of rows behind.
    const isDue = rows > 0 || numDeletedRows > 0n || monotonic() - start >= hour
    if (isDue && !stopping.signal.aborted) await vacuum(database)
  }

  return {
    /** Starts the work if it is due. Never throws: failures are logged. */
    run: () => {
      const elapsed = monotonic()
      if (stopping.signal.aborted || running || elapsed - last < hour) return
      last = elapsed
      running = work(now())
        .catch((error: unknown) => log(`Housekeeping failed: ${String(error)}`))
        .finally(() => (running = undefined))
    },
    /** Ends the retention after its current step. Resolves when the running work is done. */
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
