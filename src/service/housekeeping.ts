import type { ClockWatch } from './clockWatch.ts'
import type { Database } from './database/connect.ts'
import { sql } from './database/kysely.ts'
import { responseLifetime } from './http/idempotency.ts'
import type { Retention } from './retention.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

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

/** Deletes the responses of idempotency keys that are as old as a time, and returns their number. */
const deleteResponses = async (kysely: Database['kysely'], oldest: Date): Promise<number> => {
  const { numDeletedRows } = await kysely
    .deleteFrom('tidings.stored_responses')
    .where('created_at', '<=', oldest)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * Deletes expired responses of idempotency keys and what the retention removes, and vacuums. There is no timer: each
 * request calls `run`, which does the work once an hour, after the first hour. With a retention, the first request
 * starts it, because a service that restarts often would never remove anything. That first run vacuums only if it
 * removed rows: an embedded database has one connection, and requests wait for it.
 *
 * Nothing is deleted while the clock is not steady. A first run that would remove most of what is stored waits for a
 * day, because the clock may be wrong from the start.
 */
export const createHousekeeping = (
  database: Database,
  {
    retention,
    now,
    monotonic,
    isSteady,
    mayExpire,
    log,
  }: {
    retention: Retention | undefined
    /** Undefined: the database's time counts. */
    now: (() => Date) | undefined
    /** When the work is due. */
    monotonic: () => number
    isSteady: ClockWatch
    /** Whether responses may expire. */
    mayExpire: ClockWatch
    log: (line: string) => void
  },
) => {
  const start = monotonic()
  let last = retention ? Number.NEGATIVE_INFINITY : start
  let running: Promise<void> | undefined
  /** Undefined until the first run has checked what it would remove. */
  let removesFrom: number | undefined
  const stopping = new AbortController()

  const remove = async (time: Date) => {
    const none = { messages: 0, transactionIds: 0 }
    if (!retention) return none
    if (removesFrom === undefined) {
      const mustWait = await retention.removesMost(time)
      removesFrom = mustWait ? monotonic() + day : 0
      if (mustWait)
        log(
          `At ${time.toISOString()}, the retention would remove more than half of all messages. ` +
            'It waits for 24 hours, in case that the clock is wrong. ' +
            'To remove them now, start once with --confirm-removal.',
        )
    }
    return monotonic() < removesFrom ? none : retention.remove(time, stopping.signal)
  }

  const work = async () => {
    const { kysely } = database
    const time = now?.() ?? (await kysely.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()).now
    let rows = 0
    if (isSteady(time)) {
      if (mayExpire(time)) rows = await deleteResponses(kysely, new Date(time.getTime() - responseLifetime))
      const { messages, transactionIds } = await remove(time)
      if (messages + transactionIds > 0)
        log(`Retention removed ${messages} messages and ${transactionIds} transaction ids.`)
      rows += messages + transactionIds
    }
    // Without a removal, it is due an hour after the start: marks leave old versions of rows behind.
    const isDue = rows > 0 || monotonic() - start >= hour
    if (isDue && !stopping.signal.aborted) await vacuum(database)
  }

  return {
    /** Does the work if it is due. Never rejects: failures are logged. */
    run: async () => {
      const elapsed = monotonic()
      if (stopping.signal.aborted || running || elapsed - last < hour) return
      last = elapsed
      running = work()
        .catch((error: unknown) => log(`Housekeeping failed: ${String(error)}`))
        .finally(() => (running = undefined))
      await running
    },
    /** Ends the retention after its current step. Resolves when the running work is done. */
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
