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
 * How long to wait before the next poll: as long as the service has been out of reach, within bounds. So each failure
 * doubles the pause, and one success ends it, with no counter to keep.
 *
 * @param failingFor milliseconds from the last good answer to the last error; 0 or less if all goes well.
 * @param spread from 0 to 1, chosen once by each page: moves its polls by up to a tenth, away from those of others.
 */
export const pollInterval = (interval: number, failingFor: number, spread: number): number => {
  const pause = Math.min(Math.max(interval, failingFor), Math.max(interval, polling.longest))
  return Math.round(pause * (0.9 + 0.2 * spread))
}
