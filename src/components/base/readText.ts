/** A text that a function of the app returns. In JavaScript it may also return null, false or an object: no text. */
export const readText = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined
