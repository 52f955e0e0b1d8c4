import { useSyncExternalStore } from 'react'
import { listen } from '../../state/model/listen.ts'

/** Windows in which layouts.css makes a panel fill the screen. */
const query = '(width < 480px)'

// jsdom has no matchMedia.
const media = () => globalThis.matchMedia?.(query)

const subscribe = (listener: () => void) => listen(media(), 'change', listener)

/** Whether panels fill the screen, as on a phone. */
export const useIsSheet = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => media()?.matches ?? false,
    () => false,
  )
