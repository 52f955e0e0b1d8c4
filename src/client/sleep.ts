import { untilCalledOrAborted } from './untilCalledOrAborted.ts'

/** Waits for a time, in milliseconds, or until the signal aborts. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  untilCalledOrAborted((wake) => {
    const timer = setTimeout(wake, ms)
    return () => clearTimeout(timer)
  }, signal)
