import { setImmediate as nextTurn } from 'node:timers/promises'
import { clocks } from '../client/clock.ts'

/** A resource of one call. */
interface Share {
  /** What all events may use together, before the rest of them get the least. */
  total: number
  /** What one event may use, before its recipients get the least. */
  each: number
  /** What one event may use after the total is used up: enough for events without hostile values. */
  least: number
}

/** Time of templates, in milliseconds. */
const time: Share = { total: 2000, each: 250, least: 25 }

/** Stored texts, in characters: of 10,000 messages, 2,400 each. */
const size: Share = { total: 24_000_000, each: 8_000_000, least: 250_000 }

/** An event that uses more than its share. The message is its result. */
export class BudgetError extends Error {
  override readonly name = 'BudgetError'
}

/** What one event may still use of a resource. */
export class Allowance {
  readonly #share: Share
  #spent = 0
  #left = 0

  constructor(share: Share) {
    this.#share = share
  }

  begin(): void {
    const { total, each, least } = this.#share
    this.#left = this.#spent < total ? each : least
  }

  /** For the next recipient of the event, who must not lack what the ones before have used. */
  renew(): void {
    const { total, least } = this.#share
    if (this.#spent < total) this.#left = Math.max(this.#left, least)
  }

  get left(): number {
    return Math.max(0, this.#left)
  }

  use(amount: number): void {
    this.#spent += amount
    this.#left -= amount
  }
}

/** The time that the templates of one event may still use, in milliseconds. */
export class TimeAllowance extends Allowance {
  #cpuBefore = process.cpuUsage()

  override begin(): void {
    super.begin()
    // Once for each event: it takes as long as a short template.
    this.#cpuBefore = process.cpuUsage()
  }

  /**
   * Uses the time of a template that took longer than its limit, such as one with a slow filter, which can't be
   * interrupted. A pause of the process, or other processes, must not use up the time of the event, so it pays for
   * processor time. Node 20 does not measure a single thread: a busy thread of an embedded database can raise the
   * price, to the elapsed time at most.
   */
  useOverrun(elapsed: number, limit: number): void {
    const { user, system } = process.cpuUsage(this.#cpuBefore)
    this.use(Math.max(limit, Math.min(elapsed, (user + system) / 1000)))
  }
}

/** What the events of one call may use. No event takes from the share of another. */
export interface Budget {
  time: TimeAllowance
  /** Stored texts, in characters. */
  size: Allowance
  begin(): void
  /** Lets other requests run if this one has run for some time. */
  pause(): Promise<void>
}

/** The longest time without a pause, in milliseconds. */
const longestTurn = 20

export const createBudget = (): Budget => {
  const allowances = { time: new TimeAllowance(time), size: new Allowance(size) }
  let turn = clocks.monotonic()
  return {
    ...allowances,
    begin: () => {
      for (const allowance of Object.values(allowances)) allowance.begin()
    },
    pause: async () => {
      if (clocks.monotonic() - turn < longestTurn) return
      await nextTurn()
      turn = clocks.monotonic()
    },
  }
}
