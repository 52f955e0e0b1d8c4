import type { Clocks } from '../../client/clock.ts'
import { valid } from '../../contract/inbox/guard.ts'

/**
 * A time: milliseconds since 1970, strictly increasing. Two times of one ticker are never equal, so it is always
 * decided whether a page was requested before a mark settled, even within a millisecond. Two times also show how long
 * something took: between them, the computer's clock may have been set back.
 */
export type Tick = number

/** Returns the current time at each call. */
export interface Ticker {
  (): Tick
  /** Advances past a time of another ticker, of a tab, a visit or a server: later times of this one come after it. */
  observe(tick: Tick): void
}

/** Small enough to show real time, large enough for the precision of a double at today's dates. */
const smallestStep = 2 ** -10

/**
 * Whether it can be a time of a ticker. Storage and other tabs may have any number, and one that is too large to grow
 * by a step would stop the ticker: the limit is in the year 2109.
 */
export const isTick = (value: unknown): value is Tick => typeof value === 'number' && value >= 0 && value < 2 ** 42

/** The guard of such a time. */
export const tickGuard = valid<Tick>('must be a time', isTick)

/** Tabs, visits and servers agree about the wall clock, but it steps. The monotonic clock may pause. */
export const createTicker = ({ now, monotonic }: Clocks): Ticker => {
  let last = 0
  /** What its times are ahead of the monotonic clock. It only grows, so the wall clock can't set it back. */
  let lead = Number.NEGATIVE_INFINITY
  const advance = (time: Tick, elapsed: number) => {
    lead = Math.max(lead, time - elapsed)
  }
  const observe = (tick: Tick) => {
    last = Math.max(last, tick)
    advance(tick, monotonic())
  }
  const tick = () => {
    const elapsed = monotonic()
    advance(now(), elapsed)
    return (last = Math.max(elapsed + lead, last + smallestStep))
  }
  return Object.assign(tick, { observe })
}
