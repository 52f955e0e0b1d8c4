'use client'
import type { KeyboardEvent } from 'react'
import { activeElementNear } from './focus.ts'
import { Popup, type PopupProps } from './Popup.tsx'

/** One line of a menu. */
export interface MenuItem {
  label: string
  /** A detail at the end of the line, such as a time. */
  hint?: string | undefined
  /** Whether it is the chosen one of its group. Undefined: the group offers no choice between its items. */
  checked?: boolean
  /** Whether the menu stays open, because the item shows something in its place. */
  staysOpen?: boolean
  onSelect: () => void
}

/** Lines that belong together, between two rules. */
export interface MenuGroup {
  /** Its heading. */
  label?: string
  items: readonly MenuItem[]
}

export interface MenuProps extends Pick<PopupProps, 'anchor' | 'onClose'> {
  /** Accessible name. */
  label: string
  /** Groups without items are left out. */
  groups: readonly MenuGroup[]
}

/** Where a key moves the focus: by a number of items, or to an item. */
const keys: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => (index === last ? 0 : index + 1),
  ArrowUp: (index, last) => (index > 0 ? index - 1 : last),
  Home: () => 0,
  End: (_, last) => last,
}

/** A menu by the ARIA pattern: arrows, Home, End and first letters move the focus, Tab leaves. */
export const Menu = ({ label, groups, anchor, onClose }: MenuProps) => {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { key, currentTarget, ctrlKey, altKey, metaKey } = event
    // The browser moves on from the element that gets the focus back.
    if (key === 'Tab') onClose()
    if (ctrlKey || altKey || metaKey) return
    const items = [...currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
    const index = items.indexOf(activeElementNear(currentTarget) as HTMLElement)
    const letter = key.toLowerCase()
    const next =
      items[keys[key]?.(index, items.length - 1) ?? -1] ??
      // No text begins with the name of another key, such as "escape" or " ".
      [...items.slice(index + 1), ...items].find(({ textContent }) => textContent.toLowerCase().startsWith(letter))
    if (!next || (key.length > 1 && !(key in keys))) return
    event.preventDefault()
    next.focus()
  }
  return (
    <Popup anchor={anchor} onClose={onClose} role="menu" aria-label={label} onKeyDown={onKeyDown}>
      {groups
        .filter(({ items }) => items.length > 0)
        .map((group, groupIndex) => (
          <div key={groupIndex} role="group" aria-label={group.label} className="tidings-menu-group">
            {group.label && (
              <p className="tidings-menu-label" aria-hidden="true">
                {group.label}
              </p>
            )}
            {group.items.map(({ label: text, hint, checked, staysOpen, onSelect }, index) => (
              <button
                // An app may name two choices alike.
                key={index}
                type="button"
                role={checked === undefined ? 'menuitem' : 'menuitemradio'}
                aria-checked={checked}
                tabIndex={-1}
                className="tidings-menu-item"
                onClick={() => {
                  // First, so that the focus is back in a row that the choice removes.
                  if (!staysOpen) onClose()
                  onSelect()
                }}
              >
                {text}
                {hint && <span className="tidings-menu-hint"> {hint}</span>}
              </button>
            ))}
          </div>
        ))}
    </Popup>
  )
}
