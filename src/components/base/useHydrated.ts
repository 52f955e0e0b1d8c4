import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on a server and during hydration, without the reader's own clock, time zone and locale. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
