import { useSyncExternalStore } from 'react'

// jsdom has no matchMedia. There, rows have all their controls.
const media = () => (typeof matchMedia === 'function' ? matchMedia('(pointer: coarse), (hover: none)') : undefined)

const subscribe = (listener: () => void) => {
  const list = media()
  list?.addEventListener('change', listener)
  return () => list?.removeEventListener('change', listener)
}

/** Whether the reader points with a finger, which can't hover. False on a server. */
export const useCoarsePointer = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => media()?.matches ?? true,
    () => false,
  )
