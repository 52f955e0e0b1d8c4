/**
 * A moment: milliseconds since 1970, made strictly increasing. Two moments of one ticker are never equal, so
 * "was the page asked for before the mark was settled?" always has an answer, even within one millisecond.
 */
export type Tick = number

/** Small enough to keep real time, large enough to survive in a double at today's dates. */
const smallestStep = 2 ** -10

/**
 * Makes a source of moments.
 * @param now clock in milliseconds since 1970. One that steps backwards does no harm.
 */
export const createTicker = (now: () => number): (() => Tick) => {
  let last = 0
  return () => (last = Math.max(now(), last + smallestStep))
}
