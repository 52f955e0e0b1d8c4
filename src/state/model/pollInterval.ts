import { clocks } from '../../client/clock.ts'
import { longestTimer } from '../../client/withDeadline.ts'

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
 * A `staleTime` that refetches in any case. With 0, a page would stay fresh for an hour if the computer's clock was set
 * back by an hour: TanStack knows wall time only.
 */
export const alwaysStale = Number.NEGATIVE_INFINITY

/** The `staleTime` of whatever is polled. A response from the future shows that the clock was set back. */
export const freshBriefly = ({ state }: { state: { dataUpdatedAt: number } }): number =>
  state.dataUpdatedAt > clocks.now() ? alwaysStale : polling.freshFor

/**
 * The time until the next poll: as long as the service has been failing, within limits. So each failure doubles the
 * pause, and one success ends it, without a counter. `Infinity` if no timer is as long: TanStack then polls no
 * more.
 *
 * @param failingFor milliseconds from the last success to the last error. 0 or less while the service responds.
 * @param spread from 0 to 1, chosen once per browser page. Moves its polls by up to a tenth, apart from those of
 * others.
 */
export const pollInterval = (interval: number, failingFor: number, spread: number): number => {
  const pause = Math.min(Math.max(interval, failingFor), Math.max(interval, polling.longest))
  const next = Math.round(pause * (0.9 + 0.2 * spread))
  return next > longestTimer ? Infinity : next
}
