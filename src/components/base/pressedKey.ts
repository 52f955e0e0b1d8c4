import { isElement } from './focus.ts'

/** Elements that use keys themselves, such as a text field, a list or a player that a row renders. */
const ownsKeys = [
  'input',
  'textarea',
  'select',
  'video',
  'audio',
  '[contenteditable]:not([contenteditable="false"])',
  ...['textbox', 'searchbox', 'combobox', 'listbox', 'menu', 'slider', 'spinbutton'].map((role) => `[role="${role}"]`),
].join()

/**
 * The letter of a key, in lowercase. On a keyboard of another script: the letter at the same position of a Latin
 * keyboard.
 */
const letterOf = ({ key, code }: KeyboardEvent): string | undefined => {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  return key.length === 1 && /\p{L}/u.test(key) ? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() : undefined
}

/**
 * The name of a pressed key, with its modifiers: "j", "Shift+U", "?", "Control+Home". The name of a sign has no
 * "Shift", even if typing the sign takes it.
 * @returns undefined for a key that is not ours: already handled, or used by a text field, the browser or the system.
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
