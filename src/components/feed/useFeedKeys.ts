import type { RefObject } from 'react'
import { focusable, isElement, tabStopBeside } from '../base/focus.ts'
import { pressedKey } from '../base/pressedKey.ts'
import { useShortcuts } from '../base/useShortcuts.ts'

/** What a key does: moves the focus by rows, focuses the tab stop before or after the list, or marks a row. */
type FeedCommand = number | 'before' | 'after' | 'toggle-read'

const patternKeys: Record<string, FeedCommand> = {
  PageDown: 1,
  PageUp: -1,
  'Control+Home': 'before',
  'Control+End': 'after',
}

/** The keys for going through many notifications. */
const triageKeys: Record<string, FeedCommand> = {
  j: 1,
  ArrowDown: 1,
  k: -1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
  u: 'toggle-read',
}

interface FeedKeysOptions {
  listRef: RefObject<HTMLElement | null>
  count: number
  /** Index of the row that gets the focus first if the focus is elsewhere in the panel. */
  startAt: () => number
  focusRow: (index: number) => void
  onToggleRead: ((index: number) => void) | undefined
  /** Whether the triage keys work. Those of the ARIA feed pattern always do. */
  shortcuts: boolean
}

/** Controls that `rove` has taken from Tab. */
const taken = new WeakSet<Element>()

/**
 * Before Tab moves the focus: takes the controls in a row from Tab, or gives them back to it in the current row. Parts
 * do that by themselves. This is for links in the content and for controls that the app renders.
 */
export const rove = (row: Element, isCurrent: boolean) => {
  for (const control of row.querySelectorAll<HTMLElement>(focusable)) {
    if (!isCurrent && control.tabIndex >= 0) {
      taken.add(control)
      control.tabIndex = -1
    } else if (isCurrent && taken.delete(control)) control.tabIndex = 0
  }
}

/** Handles the keys of a list while the focus is in the list or the panel around it. */
export const useFeedKeys = ({ listRef, count, startAt, focusRow, onToggleRead, shortcuts }: FeedKeysOptions) => {
  useShortcuts(listRef, true, (event) => {
    const list = listRef.current
    // The list of shortcuts covers the feed.
    if (!list || list.closest('[inert]')) return false
    const rows = [...list.children] as HTMLElement[]
    if (event.key === 'Tab') for (const row of rows) rove(row, row.tabIndex >= 0)
    const key = pressedKey(event) ?? ''
    const command = patternKeys[key] ?? (shortcuts ? triageKeys[key] : undefined)
    const [target] = event.composedPath()
    const focused = isElement(target) ? target : null
    const row = rows.find((each) => each.contains(focused))
    const current = row && Number(row.dataset.index)
    if (typeof command === 'number') {
      const index = current === undefined && Number.isFinite(command) ? startAt() : (current ?? 0) + command
      if (count > 0) focusRow(Math.max(0, Math.min(count - 1, index)))
      return count > 0
    }
    if (command === 'toggle-read') {
      // Held down, "u" would toggle again and again.
      if (current === undefined || !onToggleRead || event.repeat) return false
      onToggleRead(current)
      return true
    }
    if (!command || !list.contains(focused)) return false
    tabStopBeside(list, command)?.focus()
    return true
  })
}
