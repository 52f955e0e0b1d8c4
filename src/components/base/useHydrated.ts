import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Does what is drawn come from the reader's own browser? False on a server, and while its markup is taken over: clock, time zone
 * and locale are not yet the reader's.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
