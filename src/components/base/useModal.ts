import type { RefObject } from 'react'
import { useBrowserLayoutEffect } from '../../hooks/utils/useLatest.ts'
import { activeElementNear, focusIsLost, takesFocus } from './focus.ts'

/**
 * Makes one element modal over another while `isOpen`: it takes the focus, and the element beneath is inert. On closing,
 * the focus returns to where it was.
 */
export const useModal = (
  isOpen: boolean,
  overRef: RefObject<HTMLElement | null>,
  beneathRef: RefObject<HTMLElement | null>,
) => {
  useBrowserLayoutEffect(() => {
    const [over, beneath] = [overRef.current, beneathRef.current]
    if (!isOpen || !over || !beneath) return undefined
    const before = activeElementNear(over)
    beneath.inert = true
    over.focus({ preventScroll: true })
    return () => {
      beneath.inert = false
      const isOurs = over.contains(activeElementNear(over)) || focusIsLost(beneath)
      if (isOurs && before?.isConnected && takesFocus(before)) before.focus({ preventScroll: true })
    }
  }, [isOpen, overRef, beneathRef])
}
