import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from './database/connect.ts'
import { isUnavailable } from './database/DatabaseError.ts'
import { inTransaction } from './database/inTransaction.ts'
import { sql } from './database/kysely.ts'
import { deliverSnoozed } from './messages/deliverSnoozed.ts'

/** How often a service looks for snoozes that have ended, in milliseconds. */
const interval = 500

/** The snoozes of an environment. */
export interface Snoozes {
  /** Delivers messages again whose snooze has ended. Never rejects: failures are logged. */
  run(): Promise<void>
  /** Looks twice a second, until `stop`. */
  start(): void
  /** Ends after the current step. Resolves when that is done. */
  stop(): Promise<void>
}

/**
 * Ends snoozes. Each process looks for itself, because the one that stored a snooze may no longer run. The first one to
 * find it delivers the message; the others skip what it has locked.
 */
export const createSnoozes = (
  database: Database,
  {
    environmentId,
    now,
    publish,
    log,
  }: {
    environmentId: string
    /** Undefined: the database's time counts, which is the same for all processes. */
    now: (() => Date) | undefined
    /** Receives the subscribers of delivered messages, after each step. */
    publish: (subscriberIds: string[]) => void
    log: (line: string) => void
  },
): Snoozes => {
  const { kysely } = database
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let hasFailed = false
  const stopping = new AbortController()

  /** The time, if any snooze has ended by then. Twice a second, it reads at most one entry of an index. */
  const dueTime = async (): Promise<Date | undefined> => {
    const time = now ? sql<Date>`${now()}::timestamptz(3)` : sql<Date>`now()::timestamptz(3)`
    const { rows } = await sql<{ time: Date; isDue: boolean }>`
      select time, exists (select from tidings.messages where snoozed_until <= time) as "isDue"
      from (select ${time} as time) as clock`.execute(kysely)
    return rows[0]?.isDue ? rows[0].time : undefined
  }

  const work = async () => {
    const time = await dueTime()
    if (time) await deliverAll(time)
    hasFailed = false
  }

  const deliverAll = async (time: Date) => {
    while (!stopping.signal.aborted) {
      const delivered = await inTransaction(kysely, 'write', (trx) => deliverSnoozed(trx, environmentId, time))
      // A step may be short because another process has locked the others. That one goes on.
      if (delivered.length === 0) break
      publish([...new Set(delivered)])
      // Requests that came meanwhile are first.
      await nextTurn()
    }
  }

  /** Requests report a database that is not available. Anything else is logged once, not twice a second. */
  const report = (error: unknown) => {
    if (!hasFailed && !isUnavailable(error)) log(`Snoozed messages were not delivered: ${String(error)}`)
    hasFailed = true
  }

  const run = async () => {
    if (stopping.signal.aborted || running) return
    running = work()
      .catch(report)
      .finally(() => (running = undefined))
    await running
  }

  return {
    run,
    start: () => {
      timer = setInterval(() => void run(), interval).unref()
    },
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      await running
    },
  }
}
