import { useSyncExternalStore } from 'react'

/** Where layouts.css has a panel fill the screen. */
const query = '(width < 480px)'

/** Not in jsdom. */
const media = () => (typeof matchMedia === 'function' ? matchMedia(query) : undefined)

const subscribe = (listener: () => void) => {
  const list = media()
  list?.addEventListener('change', listener)
  return () => list?.removeEventListener('change', listener)
}

/** Does a panel fill the screen, as on a phone? */
export const useIsSheet = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => media()?.matches ?? false,
    () => false,
  )
