import type { RefObject } from 'react'
import { focusable, isElement, tabStopBeside } from '../base/focus.ts'
import { pressedKey } from '../base/pressedKey.ts'
import { type Shortcut, shortcutOf } from '../base/shortcuts.ts'
import { useShortcuts } from '../base/useShortcuts.ts'
import { type RowAction, rowActions } from '../item/rowActions.tsx'

/** The keys of the ARIA feed pattern: move the focus by rows, or to the tab stop before or after the list. */
const patternKeys: Record<string, number | 'before' | 'after'> = {
  PageDown: 1,
  PageUp: -1,
  'Control+Home': 'before',
  'Control+End': 'after',
}

/** The keys for going through many notifications: move the focus by rows. */
const stepOf = (shortcut: Shortcut | undefined, key: string): number | undefined => {
  if (shortcut === 'firstOrLast') return key === 'Home' ? -Infinity : Infinity
  return shortcut === 'nextNotification' ? 1 : shortcut === 'previousNotification' ? -1 : undefined
}

interface FeedKeysOptions {
  listRef: RefObject<HTMLElement | null>
  count: number
  /** Index of the row that gets the focus first if the focus is elsewhere in the panel. */
  startAt: () => number
  focusRow: (index: number) => void
  /** Returns what does an action for a row. Undefined: the row has no such action. */
  prepare: (action: RowAction, index: number) => ((from: HTMLElement) => void) | undefined
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
export const useFeedKeys = ({ listRef, count, startAt, focusRow, prepare, shortcuts }: FeedKeysOptions) => {
  useShortcuts(listRef, true, (event) => {
    const list = listRef.current
    // The list of shortcuts covers the feed.
    if (!list || list.closest('[inert]')) return false
    const rows = [...list.children] as HTMLElement[]
    if (event.key === 'Tab') for (const row of rows) rove(row, row.tabIndex >= 0)
    const key = pressedKey(event) ?? ''
    const shortcut = shortcuts ? shortcutOf(event) : undefined
    const command = patternKeys[key] ?? stepOf(shortcut, key)
    const [target] = event.composedPath()
    const focused = isElement(target) ? target : null
    const row = rows.find((each) => each.contains(focused))
    const current = row && Number(row.dataset.index)
    if (typeof command === 'number') {
      const index = current === undefined && Number.isFinite(command) ? startAt() : (current ?? 0) + command
      if (count > 0) focusRow(Math.max(0, Math.min(count - 1, index)))
      return count > 0
    }
    const action = rowActions.find((each) => each.shortcut === shortcut)
    if (action) {
      // Held down, "u" would toggle again and again.
      const act = current === undefined || event.repeat ? undefined : prepare(action, current)
      if (row) act?.(row)
      return act !== undefined
    }
    if (!command || !list.contains(focused)) return false
    tabStopBeside(list, command)?.focus()
    return true
  })
}
