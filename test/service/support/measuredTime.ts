import { setImmediate as nextTurn } from 'node:timers/promises'
import { onTestFinished, vi } from 'vitest'

/**
 * Replaces the time that code measures, until the test ends: work takes the same time on every machine.
 * @param step how many milliseconds pass with each reading, as if the work before it had taken them. Default 0.
 */
export const measuredTime = (step = 0) => {
  let elapsed = 0
  let used = 0
  const work = (milliseconds: number) => {
    elapsed += milliseconds
    used += milliseconds
  }
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    work(step)
    return elapsed
  })
  const processor = vi
    .spyOn(process, 'cpuUsage')
    .mockImplementation((before) => ({ user: used * 1000 - (before?.user ?? 0), system: 0 }))
  onTestFinished(() => {
    clock.mockRestore()
    processor.mockRestore()
  })
  return {
    /** Lets this process work for some milliseconds. */
    work,
    /** Pauses this process for some milliseconds. */
    pause: (milliseconds: number) => void (elapsed += milliseconds),
    /** Runs work, and returns the longest turn of the event loop meanwhile, in milliseconds. */
    longestTurn: async <Result>(run: () => Promise<Result>): Promise<{ result: Result; turn: number }> => {
      const ended = new AbortController()
      let turn = 0
      const measure = async () => {
        while (!ended.signal.aborted) {
          const start = elapsed
          await nextTurn()
          turn = Math.max(turn, elapsed - start)
        }
      }
      const measured = measure()
      const result = await run()
      ended.abort()
      await measured
      return { result, turn }
    },
  }
}
