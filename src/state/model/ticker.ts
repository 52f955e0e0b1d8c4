/**
 * A moment: milliseconds since 1970, made strictly increasing. Two moments of one ticker are never equal, so
 * "was the page asked for before the mark was settled?" always has an answer, even within one millisecond.
 */
export type Tick = number

/** A source of moments. */
export interface Ticker {
  (): Tick
  /** Takes note of a moment of another tab's ticker: none of ours comes before it from now on. */
  observe(tick: Tick): void
}

/** Small enough to keep real time, large enough to survive in a double at today's dates. */
const smallestStep = 2 ** -10

/**
 * Makes a source of moments.
 * @param now clock in milliseconds since 1970. One that steps backwards does no harm.
 */
export const createTicker = (now: () => number): Ticker => {
  let last = 0
  const observe = (tick: Tick) => {
    last = Math.max(last, tick)
  }
  return Object.assign(() => (last = Math.max(now(), last + smallestStep)), { observe })
}
