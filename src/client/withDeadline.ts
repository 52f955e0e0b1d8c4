import { untilCalledOrAborted } from './untilCalledOrAborted.ts'

/** The longest delay of a timer, in milliseconds: 24 days. A longer one would end at once. */
export const longestTimer = 2 ** 31 - 1

export type Outcome<Value> = { kind: 'done'; value: Value } | { kind: 'failed'; cause: unknown } | { kind: 'timed-out' }

/**
 * Runs `work` until it ends or `timeout` milliseconds have passed. The signal of `work` aborts unless `work` is done:
 * creating the error of an unneeded abort takes a server more time than it has for it. Work that ignores the signal
 * continues, and its result is discarded.
 * @throws the reason of `signal`, if that aborts.
 */
export const withDeadline = async <Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<Outcome<Value>> => {
  signal?.throwIfAborted()
  const controller = new AbortController()
  let outcome = { kind: 'timed-out' } as Outcome<Value>
  await untilCalledOrAborted((wake) => {
    const end = (how: Outcome<Value>) => {
      outcome = how
      wake()
    }
    work(controller.signal).then(
      (value) => end({ kind: 'done', value }),
      (cause: unknown) => end({ kind: 'failed', cause }),
    )
    const timer = setTimeout(wake, Math.min(timeout, longestTimer))
    return () => clearTimeout(timer)
  }, signal)
  if (outcome.kind !== 'done') controller.abort()
  signal?.throwIfAborted()
  return outcome
}
