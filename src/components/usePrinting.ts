import { useSyncExternalStore } from 'react'

let isPrinting = false

const stop = () => {
  isPrinting = false
}

const subscribe = (listener: () => void) => {
  const begin = () => {
    isPrinting = true
    // Whatever leaves the page meanwhile, its listeners with it.
    window.addEventListener('afterprint', stop, { once: true })
    listener()
  }
  const end = () => {
    stop()
    listener()
  }
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
  }
}

/** Is the page being printed? What is left out of the page on screen belongs on paper. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isPrinting,
    () => false,
  )
