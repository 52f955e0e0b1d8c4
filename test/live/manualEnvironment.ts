import type { LiveEnvironment } from '../../src/live/index.ts'

/** A clock that moves only when a test advances it. `random` is always 0.5, and ids are numbered. */
export const manualEnvironment = () => {
  let now = Date.UTC(2026, 0, 5, 9)
  let ids = 0
  const timers = new Set<{ at: number; ms: number; run: () => void }>()
  const environment: LiveEnvironment = {
    monotonic: () => now,
    random: () => 0.5,
    newId: () => `hub-${++ids}`,
    schedule: (run, ms) => {
      const timer = { at: now + ms, ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  }
  return {
    environment,
    /** The number of timers that are running, or of those that were started with this time. */
    timers: (ms?: number) => [...timers].filter((timer) => ms === undefined || timer.ms === ms).length,
    /** Runs the timers that are due in this time, in their order. Promises settle after each. */
    advance: async (ms: number) => {
      const end = now + ms
      await settle()
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)
        if (!next) break
        timers.delete(next)
        now = next.at
        next.run()
        await settle()
      }
      now = end
    },
  }
}

/** Waits until the promises that are settled have run their callbacks. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
