import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from './database/connect.ts'
import { isUnavailable } from './database/DatabaseError.ts'
import { inTransaction } from './database/inTransaction.ts'
import { sql } from './database/kysely.ts'
import { deliverSnoozed } from './messages/deliverSnoozed.ts'

/** The longest time between two looks, in milliseconds: another process may have stored a snooze, and died. */
const longestPause = 30_000

/** The time until the next look after a failure, or if others have locked all that is due, in milliseconds. */
const retryPause = 500

/** The snoozes of an environment. */
export interface Snoozes {
  /** Delivers messages again whose snooze has ended. Never rejects: failures are logged. */
  run(): Promise<void>
  /** Looks now, when the next snooze ends, and at least every 30 seconds, until `stop`. */
  start(): void
  /** Looks when a snooze ends that a request has stored. */
  lookAt(end: Date): void
  /** Ends after the current step. Resolves when that is done. */
  stop(): Promise<void>
}

/**
 * Ends snoozes. The process that stored a snooze knows when it ends. The others look too, because that process may no
 * longer run. The first one to find it delivers the message; the others skip what it has locked.
 *
 * A look uses a connection, and the pool closes it after ten seconds without use. Behind a pooler with few connections,
 * other processes get it then.
 */
export const createSnoozes = (
  database: Database,
  {
    environmentId,
    now,
    monotonic,
    publish,
    log,
  }: {
    environmentId: string
    /** Undefined: the database's time counts, which is the same for all processes. */
    now: (() => Date) | undefined
    /** Measures the time until the next look. */
    monotonic: () => number
    /** Receives the subscribers of delivered messages, after each step. */
    publish: (subscriberIds: string[]) => void
    log: (line: string) => void
  },
): Snoozes => {
  const { kysely } = database
  let running: Promise<void> | undefined
  let isStarted = false
  let timer: NodeJS.Timeout | undefined
  /** When the next look is due, by the monotonic clock. */
  let nextLook = Number.POSITIVE_INFINITY
  /** The time that decides what has ended, and when it was read by the monotonic clock. */
  let clock: { time: number; readAt: number } | undefined
  let hasFailed = false
  const stopping = new AbortController()

  /**
   * Reads the time, and when the next snooze of the environment ends, if it ends within the longest pause. Snoozes of
   * other environments are in the same index, so it reads none that end later. It reads the subscriber of each entry
   * until one is of the environment. A join would allow the planner to read all subscribers for each. The times are
   * numbers, because a database may have another style of dates.
   */
  const readNext = async () => {
    const time = now ? sql<Date>`${now()}::timestamptz(3)` : sql<Date>`now()::timestamptz(3)`
    const { rows } = await sql<{ time: number; end: number | null }>`
      select (extract(epoch from time) * 1000)::float8 as time, (
        select (extract(epoch from snoozed_until) * 1000)::float8 from tidings.messages
        where snoozed_until <= time + ${longestPause} * interval '1 millisecond'
          and (select environment_id from tidings.subscribers where id = subscriber_key) = ${environmentId}
        order by snoozed_until limit 1
      ) as end
      from (select ${time} as time) as clock`.execute(kysely)
    const [row] = rows as [(typeof rows)[0]]
    clock = { time: row.time, readAt: monotonic() }
    return row
  }

  /** Delivers what is due. Returns the time until the next look, in milliseconds. */
  const work = async (): Promise<number> => {
    while (!stopping.signal.aborted) {
      const { time, end } = await readNext()
      if (end === null) return longestPause
      if (end > time) return end - time
      const { found, subscriberIds } = await inTransaction(kysely, 'write', (trx) =>
        deliverSnoozed(trx, environmentId, new Date(time)),
      )
      // A request has locked what is due, or another process, which goes on.
      if (found === 0) return retryPause
      if (subscriberIds.length > 0) publish([...new Set(subscriberIds)])
      // Requests that came meanwhile are first.
      await nextTurn()
    }
    return longestPause
  }

  /** Requests report a database that is not available. Anything else is logged once, not twice a second. */
  const report = (error: unknown) => {
    if (!hasFailed && !isUnavailable(error)) log(`Snoozed messages were not delivered: ${String(error)}`)
    hasFailed = true
  }

  /** Makes the next look due after so many milliseconds, or leaves it if it is due before. */
  const lookAfter = (pause: number) => {
    nextLook = Math.min(nextLook, monotonic() + pause)
    // The end of a running look sets the timer.
    if (!isStarted || running || stopping.signal.aborted) return
    clearTimeout(timer)
    timer = setTimeout(() => void run(), Math.max(0, Math.round(nextLook - monotonic()))).unref()
  }

  const look = async () => {
    let pause = retryPause
    try {
      pause = await work()
      hasFailed = false
    } catch (error) {
      report(error)
    }
    running = undefined
    lookAfter(pause)
  }

  const run = async () => {
    if (stopping.signal.aborted || running) return
    clearTimeout(timer)
    nextLook = Number.POSITIVE_INFINITY
    running = look()
    await running
  }

  return {
    run,
    start: () => {
      isStarted = true
      void run()
    },
    lookAt: (end) => lookAfter(clock ? end.getTime() - clock.time - (monotonic() - clock.readAt) : 0),
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
