/**
 * Turns a browser's `idempotency-key` into one that only this subscriber and this operation can name. The service
 * keys its stored answers by organization alone: with another reader's key, one could otherwise read what that
 * reader was answered, or block what it is about to send.
 * @returns 72 characters, whatever came in.
 */
export const scopeKey = async (subscriberId: string, operation: string, key: string): Promise<string> => {
  const text = new TextEncoder().encode(JSON.stringify([subscriberId, operation, key]))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return `tidings-${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
