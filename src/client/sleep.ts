import { untilCalledOrAborted } from './untilCalledOrAborted.ts'
import { longestTimer } from './withDeadline.ts'

/** Waits for a time, in milliseconds, or until the signal aborts. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  untilCalledOrAborted((wake) => {
    const timer = setTimeout(wake, Math.min(ms, longestTimer))
    return () => clearTimeout(timer)
  }, signal)
