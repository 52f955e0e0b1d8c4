/**
 * Takes the `{"data": X}` envelope off an answer: production wraps every answer but the feed, the interface
 * shows none. An object whose one and only key is `data` is an envelope; anything else is the answer itself.
 */
export const openEnvelope = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const keys = Object.keys(body)
  return keys.length === 1 && 'data' in body ? body.data : body
}
