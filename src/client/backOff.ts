import type { RetryOptions } from './clientOptions.ts'

/**
 * The delay before the next attempt, in milliseconds: random, up to a limit that doubles with each failure, so that
 * those who lost a server together do not return together.
 *
 * @param failures the number of failures before the last one.
 * @param random returns a number from 0 up to 1.
 */
export const backOff = (
  failures: number,
  random: () => number,
  { baseDelay = 300, maxDelay = 5_000 }: RetryOptions = {},
): number => random() * Math.min(maxDelay, baseDelay * 2 ** failures)
