import { type RefObject, useEffect } from 'react'
import { listen } from '../../state/model/listen.ts'
import { scrollerOf } from './scroller.ts'

/**
 * Lets a part scroll on a page whose scripts scroll it by themselves, such as Lenis: they prevent each wheel and touch
 * that reaches the window. Those over a scroller of ours stay inside, as its `overscroll-behavior` says anyway.
 */
export const useOwnScroll = (ref: RefObject<HTMLElement | null>): void => {
  useEffect(
    () =>
      listen(
        ref.current,
        'wheel touchmove',
        (event: WheelEvent | TouchEvent) => {
          const scroller = scrollerOf(event.target as Element)
          // With Control, a wheel zooms the page.
          if (!event.ctrlKey && scroller.className.includes('tidings')) event.stopPropagation()
        },
        { passive: true },
      ),
    [ref],
  )
}
