import { type RefObject, useEffect, useRef } from 'react'
import { listen } from '../../state/model/listen.ts'
import { isElement } from '../base/focus.ts'
import { pressedKey } from '../base/pressedKey.ts'
import { scrollerOf } from '../base/scroller.ts'
import { type Shortcut, shortcutOf } from '../base/shortcuts.ts'
import { useShortcuts } from '../base/useShortcuts.ts'

/** Distances of the browser's scroll keys, in heights of the scroller. */
const distances: Record<string, number> = {
  PageDown: 0.9,
  PageUp: -0.9,
  ' ': 0.9,
  'Shift+ ': -0.9,
  ArrowDown: 0.1,
  ArrowUp: -0.1,
}

/** Elements that Space presses. */
const isPressed = 'button, summary, [role="button"]'

/**
 * Makes the scroll keys scroll the list while the focus is elsewhere in a floating panel. Otherwise they would scroll
 * the browser page, and the bell and the panel with it. Outside a panel, as in InboxPage, the browser handles them.
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
    // On the window, so that every other listener handles the key first.
    return listen(view, 'keydown', onKeyDown)
  }, [contentRef])
}

/** Actions of the panel's keys. A key without an action is left to the browser. */
interface PanelKeyActions {
  markAll?: (() => void) | undefined
  showPreferences?: (() => void) | undefined
  showHelp: () => void
}

/** Longest time between the two keys of a pair, in milliseconds. */
const pairWithin = 1500

/**
 * Handles the keys of the whole panel: Shift+U marks all as read, g then p shows the preferences, / focuses the tabs, ?
 * shows the shortcuts. useFeedKeys handles those of the list.
 */
export const usePanelKeys = (
  contentRef: RefObject<HTMLElement | null>,
  isEnabled: boolean,
  actions: PanelKeyActions,
) => {
  const goAt = useRef(Number.NEGATIVE_INFINITY)

  useShortcuts(contentRef, isEnabled, (event) => {
    const isSecond = event.timeStamp - goAt.current < pairWithin
    goAt.current = pressedKey(event) === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
    const shortcut = (isSecond && shortcutOf(event, 'g ')) || shortcutOf(event)
    if (shortcut === undefined || event.repeat) return false
    const tab = contentRef.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
    const commands: Partial<Record<Shortcut, (() => void) | undefined>> = {
      markAllAsRead: actions.markAll,
      filters: tab ? () => tab.focus() : undefined,
      shortcuts: actions.showHelp,
      preferences: actions.showPreferences,
    }
    commands[shortcut]?.()
    return commands[shortcut] !== undefined
  })
}
