import { type Clocks, clocks } from '../client/clock.ts'
import { longestTimer } from '../client/withDeadline.ts'

/** Time and randomness of hubs and buses. Tests replace them. */
export interface LiveEnvironment extends Pick<Clocks, 'monotonic'> {
  /** Returns a random number from 0 up to, but excluding, 1. */
  random(): number
  /** Returns a unique string: the id of a hub among those that share a bus. */
  newId(): string
  /** Calls `run` after `ms` milliseconds. Returns a function that cancels the call. */
  schedule(run: () => void, ms: number): () => void
}

/** The real time and randomness. Its timers don't keep a process running. */
export const realEnvironment: LiveEnvironment = {
  monotonic: clocks.monotonic,
  random: () => Math.random(),
  newId: () => crypto.randomUUID(),
  schedule: (run, ms) => {
    const timer = setTimeout(run, Math.min(ms, longestTimer))
    // Outside Node, a timer can be a number.
    if (typeof timer === 'object') timer.unref()
    return () => clearTimeout(timer)
  },
}
