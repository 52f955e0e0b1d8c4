import { isObject } from './isObject.ts'

/** Encodes a partial payload for the feed's `payload` filter: base64 of the UTF-8 bytes of its JSON. */
export const encodePayload = (payload: Record<string, unknown>): string => {
  const bytes = new TextEncoder().encode(JSON.stringify(payload))
  return btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(''))
}

/**
 * Decodes the feed's `payload` filter.
 * @returns the partial payload. Undefined if the text is not base64 of a JSON object.
 */
export const decodePayload = (text: string): Record<string, unknown> | undefined => {
  try {
    // Base64 has no spaces. A space is a "+" that the caller did not percent-encode in a URL.
    const bytes = Uint8Array.from(atob(text.replaceAll(' ', '+')), (char) => char.charCodeAt(0))
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isObject(value) ? value : undefined
  } catch {
    // Callers treat invalid base64, UTF-8 and JSON alike.
    return undefined
  }
}

/**
 * Whether a notification's payload contains a partial one: it must have an equal value at the dotted path of each leaf
 * of `partial`. Lists and empty objects are leaves. An empty `partial` has no leaves, and matches every payload.
 */
export const matchesPayload = (payload: unknown, partial: Record<string, unknown>): boolean =>
  Object.entries(partial).every(([key, part]) => {
    const value = valueAt(payload, key)
    return isObject(part) && Object.keys(part).length > 0 ? matchesPayload(value, part) : isEqual(value, part)
  })

/** A dotted path may lead through lists: `tags.0`. */
const valueAt = (payload: unknown, key: string): unknown => {
  const isInside = Array.isArray(payload) ? /^\d+$/.test(key) : isObject(payload)
  return isInside && Object.hasOwn(Object(payload), key) ? Reflect.get(Object(payload), key) : undefined
}

/** Whether two JSON values are equal. The order of fields does not matter. */
const isEqual = (one: unknown, other: unknown): boolean => {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const entries = Object.entries(one)
  return (
    Array.isArray(one) === Array.isArray(other) &&
    entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => Object.hasOwn(other, key) && isEqual(value, Reflect.get(other, key)))
  )
}
