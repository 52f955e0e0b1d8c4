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
 * dotted path. A list is a leaf.
 */
export const matchesPayload = (payload: unknown, wanted: unknown): boolean =>
  isObject(wanted)
    ? isObject(payload) && Object.entries(wanted).every(([key, part]) => matchesPayload(payload[key], part))
    : Array.isArray(wanted)
      ? JSON.stringify(payload) === JSON.stringify(wanted)
      : payload === wanted

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
