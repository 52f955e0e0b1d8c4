import type { RefObject } from 'react'
import { focusable, isElement, tabStopBeside } from '../base/focus.ts'
import { pressedKey } from '../base/pressedKey.ts'
import { useShortcuts } from '../base/useShortcuts.ts'

/** What a key does: focuses a row, focuses the tab stop before or after the list, or marks a row. */
type FeedCommand = 'next' | 'previous' | 'first' | 'last' | 'before' | 'after' | 'toggle-read'

/** The keys of the ARIA feed pattern. */
const patternKeys: Record<string, FeedCommand> = {
  PageDown: 'next',
  PageUp: 'previous',
  'Control+Home': 'before',
  'Control+End': 'after',
}

/** The keys for going through many notifications. */
const triageKeys: Record<string, FeedCommand> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  u: 'toggle-read',
}

interface FeedKeysOptions {
  listRef: RefObject<HTMLElement | null>
  /** Number of rows. */
  count: number
  /** Index of the row that gets the focus first if the focus is elsewhere in the panel. */
  startAt: () => number
  focusRow: (index: number) => void
  /** Called when the reader presses "u" on a row. */
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
  const run = (command: FeedCommand, target: EventTarget | null): boolean => {
    const row = isElement(target)
      ? [...(listRef.current?.children ?? [])].find((each) => each.contains(target))
      : undefined
    const current = row ? Number(row.getAttribute('data-index')) : undefined
    const isInList = isElement(target) && listRef.current?.contains(target) === true
    const goTo = (index: number) => {
      if (count === 0) return false
      focusRow(Math.max(0, Math.min(count - 1, index)))
      return true
    }
    const leave = (side: 'before' | 'after') => {
      if (listRef.current && isInList) tabStopBeside(listRef.current, side)?.focus()
      return isInList
    }
    switch (command) {
      case 'next':
        return goTo(current === undefined ? startAt() : current + 1)
      case 'previous':
        return goTo(current === undefined ? startAt() : current - 1)
      case 'first':
        return goTo(0)
      case 'last':
        return goTo(count - 1)
      case 'before':
      case 'after':
        return leave(command)
      case 'toggle-read':
        if (current === undefined || !onToggleRead) return false
        onToggleRead(current)
        return true
    }
  }

  useShortcuts(listRef, true, (event) => {
    if (event.key === 'Tab')
      for (const row of listRef.current?.children ?? []) rove(row, (row as HTMLElement).tabIndex >= 0)
    const key = pressedKey(event) ?? ''
    const command = patternKeys[key] ?? (shortcuts ? triageKeys[key] : undefined)
    // The list of shortcuts covers the feed.
    if (listRef.current?.closest('[inert]')) return false
    // Held down, "u" would toggle again and again.
    if (command === undefined || (command === 'toggle-read' && event.repeat)) return false
    return run(command, event.composedPath()[0] ?? null)
  })
}
