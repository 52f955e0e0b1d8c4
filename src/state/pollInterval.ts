/** Times of polling, in milliseconds. */
export const polling = {
  /** Between two polls while all goes well. */
  interval: 30_000,
  /** Most between two polls while the service can't be reached. */
  longest: 300_000,
  /** An answer younger than this is not asked for again just because a component mounts or a window gets focus. */
  freshFor: 5_000,
} as const

/**
 * How long to wait before the next poll: the time since the last good answer, within bounds. So each failure
 * doubles the pause, and one success ends it, with no counter to keep.
 *
 * @param sinceSuccess milliseconds since the last good answer.
 * @param random from 0 to 1: spreads the polls of many pages by a tenth, up or down.
 */
export const pollInterval = (interval: number, sinceSuccess: number, random: number): number => {
  const pause = Math.min(Math.max(interval, sinceSuccess), Math.max(interval, polling.longest))
  return Math.round(pause * (0.9 + 0.2 * random))
}
