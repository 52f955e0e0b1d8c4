import { isObject } from './isObject.ts'
/**
 * Encodes a partial payload for the feed's `payload` filter (4.2): base64 of the UTF-8 bytes of its JSON.
 */
export const encodePayload = (payload: Record<string, unknown>): string => {
  const bytes = new TextEncoder().encode(JSON.stringify(payload))
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/**
 * Decodes the feed's `payload` filter (4.2).
 * @returns the partial payload, or undefined where the text is no base64 of a JSON object.
 */
export const decodePayload = (text: string): Record<string, unknown> | undefined => {
  try {
    // Base64 has no spaces: one can only be a "+" that was written into an address without being encoded.
    const bytes = Uint8Array.from(atob(text.replaceAll(' ', '+')), (char) => char.charCodeAt(0))
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isObject(value) ? value : undefined
  } catch {
    // Bad base64, bad UTF-8 or bad JSON: all three mean the same to the one who asks.
    return undefined
  }
}

/**
 * Whether a notification's payload holds a partial one (4.2): each leaf of `wanted` must be there, equal, at its
 * dotted path. A list in `wanted` is a leaf, and so is an empty object; an empty `wanted` has no leaf, and matches everything.
 */
export const matchesPayload = (payload: unknown, wanted: Record<string, unknown>): boolean =>
  Object.entries(wanted).every(([key, part]) => {
    const value = valueAt(payload, key)
    return isObject(part) && Object.keys(part).length > 0 ? matchesPayload(value, part) : isEqual(value, part)
  })

/** A dotted path leads through lists too: `tags.0`. */
const valueAt = (payload: unknown, key: string): unknown => {
  const isInside = Array.isArray(payload) ? /^\d+$/.test(key) : isObject(payload)
  return isInside && Object.hasOwn(Object(payload), key) ? Reflect.get(Object(payload), key) : undefined
}

/** Whether two JSON values are equal, in whatever order their fields stand. */
const isEqual = (one: unknown, other: unknown): boolean => {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const entries = Object.entries(one)
  return (
    Array.isArray(one) === Array.isArray(other) &&
    entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => Object.hasOwn(other, key) && isEqual(value, Reflect.get(other, key)))
  )
}
