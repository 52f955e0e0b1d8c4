// The longest delay of a timer: 24 days. A longer one would end at once.
const longestTimer = 2 ** 31 - 1

/** The outcome of work with a deadline. */
export type Outcome<Value> = { kind: 'done'; value: Value } | { kind: 'failed'; cause: unknown } | { kind: 'timed-out' }

/**
 * Runs `work` until it ends or `timeout` milliseconds have passed. The signal of `work` aborts unless `work` is done:
 * creating the error of an unneeded abort takes a server more time than it has for it. Work that ignores the signal
 * continues, and its result is discarded.
 * @throws the reason of `signal`, if that aborts.
 */
export const withDeadline = <Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<Outcome<Value>> =>
  new Promise<Outcome<Value>>((resolve, reject) => {
    signal?.throwIfAborted()
    const controller = new AbortController()
    const end = (settle: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      settle()
    }
    const stop = (settle: () => void) => {
      end(settle)
      controller.abort()
    }
    const abort = () => stop(() => reject(signal?.reason))
    const timer = setTimeout(() => stop(() => resolve({ kind: 'timed-out' })), Math.min(timeout, longestTimer))
    signal?.addEventListener('abort', abort)
    work(controller.signal).then(
      (value) => end(() => resolve({ kind: 'done', value })),
      (cause: unknown) => stop(() => resolve({ kind: 'failed', cause })),
    )
  })
