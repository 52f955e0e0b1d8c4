import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Runs work, and measures the longest turn of the event loop meanwhile, in milliseconds of processor time. The time on the
 * clock, as monitorEventLoopDelay measures it, would include other processes.
 */
export const longestTurn = async <Result>(work: () => Promise<Result>): Promise<{ result: Result; turn: number }> => {
  const running = new AbortController()
  let turn = 0
  const measure = async () => {
    while (!running.signal.aborted) {
      const start = process.cpuUsage()
      await nextTurn()
      const { user, system } = process.cpuUsage(start)
      turn = Math.max(turn, (user + system) / 1000)
    }
  }
  const measured = measure()
  const result = await work()
  running.abort()
  await measured
  return { result, turn }
}
