import { isElement } from './focus.ts'

/** Keys that belong to a text field, a list or a player, wherever one is drawn inside a row. */
const ownsKeys = [
  'input',
  'textarea',
  'select',
  'video',
  'audio',
  '[contenteditable]:not([contenteditable="false"])',
  ...['textbox', 'searchbox', 'combobox', 'listbox', 'menu', 'slider', 'spinbutton'].map((role) => `[role="${role}"]`),
].join()

/** Is it a press of a key? What a browser fills in by itself sends a `keydown` too, without one. */
export const isKeyPress = (event: Event): event is KeyboardEvent => 'key' in event

/** The letter of a key. On a keyboard of another script, the one that stands in its place on a Latin one. */
const letterOf = ({ key, code }: KeyboardEvent): string | undefined => {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  return key.length === 1 && /\p{L}/u.test(key) ? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() : undefined
}

/**
 * A key by its name, with its modifiers: "j", "Shift+U", "?", "Control+Home". Shift is no modifier of what it takes to
 * type a sign.
 * @returns undefined for a key that is not ours: it was used already, or belongs to a text field, the browser or the system.
 */
export const pressedKey = (event: KeyboardEvent): string | undefined => {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event
  if (event.defaultPrevented || event.isComposing || altKey || metaKey) return undefined
  const [target] = event.composedPath()
  if (isElement(target) && target.closest(ownsKeys)) return undefined
  const letter = letterOf(event)
  const name = letter === undefined ? key : shiftKey ? `Shift+${letter.toUpperCase()}` : letter
  const needsShift = letter !== undefined || (key.length === 1 && key !== ' ')
  return [ctrlKey && 'Control', shiftKey && !needsShift && 'Shift', name].filter(Boolean).join('+')
}
