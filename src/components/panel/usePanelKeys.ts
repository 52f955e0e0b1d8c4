import { type RefObject, useEffect, useRef } from 'react'
import { isElement } from '../base/focus.ts'
import { pressedKey } from '../base/pressedKey.ts'
import { scrollerOf } from '../base/scroller.ts'
import { useShortcuts } from '../base/useShortcuts.ts'

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
      if (distance === undefined || !isElement(target) || !panel.contains(target)) return
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

/** What the keys of a panel do. A key without an action is not ours. */
interface PanelKeyActions {
  markAll?: () => void
  showPreferences?: () => void
  showHelp: () => void
}

/** How soon the second key of a pair must follow the first, in milliseconds. */
const pairWithin = 1500

/**
 * The keys of the whole panel: Shift+U marks all as read, g and then p shows the preferences, / goes to the tabs, ? shows
 * the keys. Those of the list are in useFeedKeys.
 */
export const usePanelKeys = (
  contentRef: RefObject<HTMLElement | null>,
  isEnabled: boolean,
  actions: PanelKeyActions,
) => {
  const goAt = useRef(Number.NEGATIVE_INFINITY)

  useShortcuts(contentRef, isEnabled, (event) => {
    const key = pressedKey(event)
    const isSecond = event.timeStamp - goAt.current < pairWithin
    goAt.current = key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
    if (key === undefined || event.repeat) return false
    const tab = contentRef.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
    const acts: Record<string, (() => void) | undefined> = {
      'Shift+U': actions.markAll,
      '/': tab ? () => tab.focus() : undefined,
      '?': actions.showHelp,
      ...(isSecond && { p: actions.showPreferences }),
    }
    acts[key]?.()
    return acts[key] !== undefined
  })
}
