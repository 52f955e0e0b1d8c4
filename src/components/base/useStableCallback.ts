import { useCallback } from 'react'
import { useLatest } from '../../hooks/utils/useLatest.ts'

/**
 * A function that stays the same for as long as there is a handler, and calls the latest one. Memoised rows take it, so
 * that a host which makes its handlers anew on each render does not render every row again.
 */
export const useStableCallback = <Args extends unknown[], Result>(
  handler: ((...args: Args) => Result) | undefined,
): ((...args: Args) => Result | undefined) | undefined => {
  const latest = useLatest(handler)
  const stable = useCallback((...args: Args) => latest.current?.(...args), [latest])
  return handler && stable
}
