import { useCallback } from 'react'
import { useLatest } from '../../hooks/utils/useLatest.ts'

/**
 * Wraps a handler in a function with a stable identity that calls the latest handler. Memoized rows take it, so that an
 * inline handler of the app does not render every row again. Undefined without a handler.
 */
export const useStableCallback = <Args extends unknown[], Result>(
  handler: ((...args: Args) => Result) | undefined,
): ((...args: Args) => Result | undefined) | undefined => {
  const latest = useLatest(handler)
  const stable = useCallback((...args: Args) => latest.current?.(...args), [latest])
  return handler && stable
}
