import { subscriberHashHeader } from '../contract/subscriberHash.ts'
import { Refusal } from './refusal.ts'
import { signedText, signingKey } from './signingKeys.ts'

/** Says whether a hash was made for a subscriber, with one of the secrets. */
export type CheckHash = (hash: string, subscriberId: string) => Promise<void>

/** One spelling for each hash: nothing that a lenient reader could take for another one. */
const form = /^v1\.(never|[1-9]\d{0,11})\.([0-9a-f]{64})$/

/**
 * Makes the check of `signSubscriber`'s hashes. How long it takes tells nothing about a hash: Web Crypto compares in
 * constant time, and every secret is tried.
 */
export const createHashCheck = (secrets: readonly string[]): CheckHash => {
  let keys: Promise<CryptoKey[]> | undefined

  return async (hash, subscriberId) => {
    const [, expires = '', hex = ''] = form.exec(hash) ?? []
    const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
    const text = signedText(expires, subscriberId)
    keys ??= Promise.all(secrets.map(signingKey))
    const fits = await Promise.all((await keys).map((key) => crypto.subtle.verify('HMAC', key, bytes, text)))
    if (!fits.includes(true))
      throw new Refusal(
        401,
        `The ${subscriberHashHeader} header does not match this subscriber, or its secret is no longer in use.`,
      )
    // Only of a hash that was good is it told when it ended.
    if (expires !== 'never' && Number(expires) * 1000 <= Date.now())
      throw new Refusal(
        401,
        `The ${subscriberHashHeader} header expired at ${new Date(Number(expires) * 1000).toISOString()}. Sign the subscriber again.`,
      )
  }
}
