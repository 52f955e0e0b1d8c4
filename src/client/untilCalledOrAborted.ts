/**
 * Waits until something calls `wake`, or the signal aborts.
 *
 * @param start starts what calls `wake`, but not before it returns, and returns a function that stops it.
 */
export const untilCalledOrAborted = (start: (wake: () => void) => () => void, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const wake = () => {
      stop()
      signal?.removeEventListener('abort', wake)
      resolve()
    }
    const stop = start(wake)
    if (signal?.aborted) wake()
    else signal?.addEventListener('abort', wake)
  })
