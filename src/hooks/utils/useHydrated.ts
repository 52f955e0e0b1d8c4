import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether rendering has the user's own clock, time zone and locale. False on a server and during hydration. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
