import type { RefObject } from 'react'
import { useBrowserLayoutEffect } from '../../hooks/utils/useLatest.ts'
import { activeElementNear, focusIsLost, takesFocus } from './focus.ts'

/**
 * While something stands over a part of the panel: it takes the focus, what is beneath can't be reached, and the focus
 * goes back to where it was in the end.
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
