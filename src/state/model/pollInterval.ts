/** Times of polling, in milliseconds. */
export const polling = {
  /** Between two polls while the service responds. */
  interval: 30_000,
  /** The longest time between two polls while it does not. */
  longest: 300_000,
  /** The shortest time between two polls while a stream hints every change. */
  whileLive: 300_000,
  /** A page younger than this is not refetched because a component mounts or a window gets focus. */
  freshFor: 5_000,
} as const

/**
 * The time until the next poll: as long as the service has been failing, within limits. So each failure doubles the
 * pause, and one success ends it, without a counter.
 *
 * @param failingFor milliseconds from the last success to the last error. 0 or less while the service responds.
 * @param spread from 0 to 1, chosen once per browser page. Moves its polls by up to a tenth, apart from those of
 * others.
 */
export const pollInterval = (interval: number, failingFor: number, spread: number): number => {
  const pause = Math.min(Math.max(interval, failingFor), Math.max(interval, polling.longest))
  return Math.round(pause * (0.9 + 0.2 * spread))
}
