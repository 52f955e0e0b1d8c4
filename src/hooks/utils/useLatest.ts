import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * A layout effect in the browser, an effect on a server: React 18 warns about layout effects during server rendering.
 */
export const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** A ref to the value of the last committed render, for handlers and observers that outlive a render. */
export const useLatest = <Value>(value: Value): RefObject<Value> => {
  const ref = useRef(value)
  useBrowserLayoutEffect(() => {
    ref.current = value
  })
  return ref
}
