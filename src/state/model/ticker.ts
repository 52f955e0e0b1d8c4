/**
 * A time: milliseconds since 1970, strictly increasing. Two times of one ticker are never equal, so it is always
 * decided whether a page was requested before a mark settled, even within a millisecond.
 */
export type Tick = number

/** Returns the current time at each call. */
export interface Ticker {
  (): Tick
  /** Advances past a time of another tab's ticker: later times of this one come after it. */
  observe(tick: Tick): void
}

/** Small enough to show real time, large enough for the precision of a double at today's dates. */
const smallestStep = 2 ** -10

/** @param now the clock, in milliseconds since 1970. It may step backwards. */
export const createTicker = (now: () => number): Ticker => {
  let last = 0
  const observe = (tick: Tick) => {
    last = Math.max(last, tick)
  }
  return Object.assign(() => (last = Math.max(now(), last + smallestStep)), { observe })
}
