import { useRef, type RefObject } from 'react'
import { pressedKey } from './pressedKey.ts'
import { useShortcuts } from './useShortcuts.ts'

/** What the keys of a panel do. A key without an action is not ours. */
export interface PanelKeyActions {
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
