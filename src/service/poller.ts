import { setImmediate as nextTurn, setTimeout as pass } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import { isUnavailable } from './database/DatabaseError.ts'
import { inTransaction } from './database/inTransaction.ts'
import { type Kysely, sql } from './database/kysely.ts'
import type { Tables, Trx } from './database/tables.ts'

/** The longest time between two looks, in milliseconds: another process may have stored what is due, and died. */
export const longestPause = 30_000

/** The time until the next look after a failure, or if others have locked all that is due, in milliseconds. */
const retryPause = 500

/** By how much a clock may be set back before rows are taken for those of a clock that was ahead, in milliseconds. */
export const smallestStep = 60_000

/** Requests are first: a step of some milliseconds is followed by a rest of twice as many. */
const rest = (elapsed: number) => (elapsed > 0 ? pass(2 * elapsed) : nextTurn())

/** Looks for rows that are due at a time. */
export interface Poller {
  /** Reads the time, so that `time` is known before the first look. */
  prime(trx: Trx): Promise<void>
  /** Works on all that is due. Never rejects: failures are logged. */
  run(): Promise<void>
  /** Looks now, when the next row is due, and at least every 30 seconds, until `stop`. */
  start(): void
  /** Looks when a row is due that a request has stored. */
  lookAt(due: Date): void
  /** Looks at once, or again after a running look. Before `start` too. */
  lookNow(): void
  /** The time by the clock that decides what is due, without a query: after `prime` or the first look. */
  time(): Date
  /** Ends after the current step. Resolves when that is done. */
  stop(): Promise<void>
}

/**
 * Finds rows when they are due. The process that stored a row knows when that is. The others look too, because that
 * process may no longer run. The first one to find the row works on it; the others skip what it has locked.
 *
 * A look uses a connection, and the pool closes it after ten seconds without use. Behind a pooler with few connections,
 * other processes get it then.
 */
export const createPoller = ({
  kysely,
  now,
  monotonic,
  selectNext,
  step,
  rewind,
  failure,
  log,
}: {
  kysely: Kysely<Tables>
  /** Undefined: the database's time counts, which is the same for all processes. */
  now: (() => Date) | undefined
  /** Measures the time until the next look. */
  monotonic: () => number
  /**
   * A query of one value: when the next row is due, if that is at `until` or earlier. It is null if there is none.
   * Undefined: nothing can be due at the moment.
   */
  selectNext: (until: RawBuilder<Date>) => RawBuilder<Date | null> | undefined
  /**
   * Works on some of what is due at a time.
   * @returns whether it found any that nobody else had locked.
   */
  step: (time: Date) => Promise<boolean>
  /**
   * Shortens the waits that were stored by a clock that was ahead, perhaps by a year. Called when the clock was set
   * back, and before the first look by the clock of a process: it may have been set before the start.
   */
  rewind: (trx: Trx, time: Date) => Promise<void>
  /** What is logged before the reason of a failure. */
  failure: string
  log: (line: string) => void
}): Poller => {
  let running: Promise<void> | undefined
  let isStarted = false
  let timer: NodeJS.Timeout | undefined
  /** When the next look is due, by the monotonic clock. */
  let nextLook = Number.POSITIVE_INFINITY
  /** The time that decides what is due, and when it was read by the monotonic clock. */
  let clock: { time: number; readAt: number } | undefined
  /** The time of the last look. */
  let latest = Number.NEGATIVE_INFINITY
  /** Whether a process with its own clock has not looked yet. */
  let isFirst = now !== undefined
  let hasFailed = false
  const stopping = new AbortController()

  /**
   * Reads the time, and when the next row is due, if it is within the longest pause. The times are numbers, because a
   * database may have another style of dates.
   */
  const readNext = async (next: RawBuilder<Date | null>, executor: Kysely<Tables> = kysely) => {
    const time = now ? sql<Date>`${now()}::timestamptz(3)` : sql<Date>`now()::timestamptz(3)`
    const { rows } = await sql<{ time: number; due: number | null }>`
      select (extract(epoch from time) * 1000)::float8 as time, (extract(epoch from (${next})) * 1000)::float8 as due
      from (select ${time} as time) as clock`.execute(executor)
    const [row] = rows as [(typeof rows)[0]]
    clock = { time: row.time, readAt: monotonic() }
    return row
  }

  const rewindTo = async (time: Date) => {
    await inTransaction(kysely, 'write', (trx) => rewind(trx, time))
    latest = time.getTime()
  }

  /** Works on what is due. Returns the time until the next look, in milliseconds. */
  const work = async (): Promise<number> => {
    while (!stopping.signal.aborted) {
      const next = selectNext(sql<Date>`time + ${longestPause} * interval '1 millisecond'`)
      if (!next) return longestPause
      if (now && isFirst) await rewindTo(now())
      isFirst = false
      const { time, due } = await readNext(next)
      const wasSetBack = time < latest - smallestStep
      if (wasSetBack) {
        await rewindTo(new Date(time))
        continue
      }
      latest = time
      if (due === null) return longestPause
      if (due > time) return due - time
      const before = monotonic()
      // A request has locked what is due, or another process, which goes on.
      if (!(await step(new Date(time)))) return retryPause
      // Before `start`, a host may move its clock during the step, so that it does not say how long the step took.
      await rest(isStarted ? monotonic() - before : 0)
    }
    return longestPause
  }

  /** Requests report a database that is not available. Anything else is logged once, not twice a second. */
  const report = (error: unknown) => {
    if (!hasFailed && !isUnavailable(error)) log(`${failure}: ${String(error)}`)
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
    // Something was stored meanwhile, perhaps after the query that would have found it.
    if (nextLook <= monotonic()) void run()
    else lookAfter(pause)
  }

  const run = async () => {
    if (stopping.signal.aborted || running) return
    clearTimeout(timer)
    nextLook = Number.POSITIVE_INFINITY
    running = look()
    await running
  }

  return {
    prime: async (trx) => void (await readNext(sql`null::timestamptz`, trx)),
    run,
    start: () => {
      isStarted = true
      void run()
    },
    lookAt: (due) => lookAfter(clock ? due.getTime() - clock.time - (monotonic() - clock.readAt) : 0),
    lookNow: () => {
      if (running) nextLook = Number.NEGATIVE_INFINITY
      else void run()
    },
    time: () => now?.() ?? new Date(clock ? clock.time + Math.round(monotonic() - clock.readAt) : 0),
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
