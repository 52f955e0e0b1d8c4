/**
 * Derives a key from a browser's `idempotency-key` that only this subscriber and operation can produce. The service
 * stores responses by organization and key only. With another subscriber's key, a client could otherwise read that
 * subscriber's responses, or block their next request.
 * @returns always 72 characters.
 */
export const scopeKey = async (subscriberId: string, operation: string, key: string): Promise<string> => {
  const text = new TextEncoder().encode(JSON.stringify([subscriberId, operation, key]))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return `tidings-${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
