import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/** A layout effect that stays silent when rendered on a server: React 18 warns about it there. */
export const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** The value of the latest finished render, for handlers and observers that outlive a render. */
export const useLatest = <Value>(value: Value): RefObject<Value> => {
  const ref = useRef(value)
  useBrowserLayoutEffect(() => {
    ref.current = value
  })
  return ref
}
