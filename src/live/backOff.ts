import type { LiveEnvironment } from './liveEnvironment.ts'

const baseDelay = 500
const maxDelay = 5000

/**
 * The delay before the next attempt to connect, in milliseconds: doubled with each failed attempt, and between half of
 * it and all of it at random, so that processes don't reconnect to a restarted server at the same time.
 */
export const backOff = (failedAttempts: number, { random }: LiveEnvironment): number =>
  Math.min(maxDelay, baseDelay * 2 ** (failedAttempts - 1)) * (0.5 + random() / 2)
