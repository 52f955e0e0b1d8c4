// The longest delay of a timer: 24 days. A longer one never ends.
const longestTimer = 2 ** 31 - 1

/** The outcome of work with a deadline. */
export type Outcome<Value> = { kind: 'done'; value: Value } | { kind: 'failed'; cause: unknown } | { kind: 'timed-out' }

/**
 * Runs `work` until it ends or `timeout` milliseconds have passed. Then the signal of `work` aborts. Work that ignores
 * the signal continues, and its result is discarded.
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
      controller.abort()
    }
    const abort = () => end(() => reject(signal?.reason))
    const timer =
      timeout > longestTimer ? undefined : setTimeout(() => end(() => resolve({ kind: 'timed-out' })), timeout)
    signal?.addEventListener('abort', abort)
    work(controller.signal).then(
      (value) => end(() => resolve({ kind: 'done', value })),
      (cause: unknown) => end(() => resolve({ kind: 'failed', cause })),
    )
  })
