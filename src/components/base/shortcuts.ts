import { pressedKey } from './pressedKey.ts'

/**
 * The keys of an inbox, by the label of what they do, in the order in which "?" lists them. A space is between two that
 * are pressed in turn. Enter and Escape are handled where they happen.
 */
export const shortcuts = {
  nextNotification: ['j', 'ArrowDown'],
  previousNotification: ['k', 'ArrowUp'],
  firstOrLast: ['Home', 'End'],
  openNotification: ['Enter'],
  toggleRead: ['u'],
  archive: ['e'],
  snooze: ['b'],
  delete: ['#'],
  markAllAsRead: ['Shift+U'],
  undo: ['z'],
  filters: ['/'],
  preferences: ['g p'],
  shortcuts: ['?'],
  close: ['Escape'],
} as const satisfies Record<string, readonly string[]>

export type Shortcut = keyof typeof shortcuts

export const shortcutNames = Object.keys(shortcuts) as Shortcut[]

/** @param before the key that was pressed just before it, followed by a space. */
export const shortcutOf = (event: KeyboardEvent, before = ''): Shortcut | undefined => {
  const pressed = before + pressedKey(event)
  return shortcutNames.find((name) => (shortcuts[name] as readonly string[]).includes(pressed))
}
