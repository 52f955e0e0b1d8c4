// A timer takes no more; longer than this (24 days) is for ever.
const longestTimer = 2 ** 31 - 1

/** How a piece of work that may not last for ever ended. */
export type Outcome<Value> = { kind: 'done'; value: Value } | { kind: 'failed'; cause: unknown } | { kind: 'timed-out' }

/**
 * Runs `work` until it ends or `timeout` milliseconds have passed. The signal that work gets tells it to stop;
 * work that does not listen is left behind.
 * @throws the reason of `signal`, once that aborts.
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
