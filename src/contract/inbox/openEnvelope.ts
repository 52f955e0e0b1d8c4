/**
 * Removes the `{"data": X}` envelope of a response. Production wraps every response except the feed; the service of
 * this package wraps none by default. An object whose only key is `data` is an envelope. Anything else is the response
 * itself.
 */
export const openEnvelope = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const keys = Object.keys(body)
  return keys.length === 1 && 'data' in body ? body.data : body
}
