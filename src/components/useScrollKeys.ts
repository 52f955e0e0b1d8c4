import { useEffect, type RefObject } from 'react'
import { pressedKey } from './pressedKey.ts'
import { scrollerOf } from './scroller.ts'

/** How far the keys scroll by which browsers do, in heights of what is scrolled. */
const distances: Record<string, number> = {
  PageDown: 0.9,
  PageUp: -0.9,
  ' ': 0.9,
  'Shift+ ': -0.9,
  ArrowDown: 0.1,
  ArrowUp: -0.1,
}

/** What Space presses. */
const isPressed = 'button, summary, [role="button"]'

/**
 * Keeps the keys that scroll inside a panel that floats over the page: pressed on its header or on itself, they would scroll
 * the page and take the bell away, and the panel with it. An inbox that is a part of the page leaves them to the page.
 */
export const useScrollKeys = (contentRef: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const panel = contentRef.current?.closest('.tidings-panel')
    const view = panel?.ownerDocument.defaultView
    if (!panel || !view) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      const [target] = event.composedPath()
      const distance = distances[pressedKey(event) ?? '']
      if (distance === undefined || !(target instanceof Element) || !panel.contains(target)) return
      if ((event.key === ' ' && target.closest(isPressed)) || panel.contains(scrollerOf(target))) return
      event.preventDefault()
      const list = panel.querySelector('.tidings-feed, .tidings-preferences')
      list?.scrollBy?.({ top: distance * list.clientHeight })
    }
    // Behind all that listens in the page: what takes a key for itself has done so by now.
    view.addEventListener('keydown', onKeyDown)
    return () => view.removeEventListener('keydown', onKeyDown)
  }, [contentRef])
}
