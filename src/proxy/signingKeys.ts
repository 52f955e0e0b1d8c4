import { RequestError } from '../client/errors/RequestError.ts'
import type { TidingsFactory } from '../client/errors/TidingsError.ts'

/** A secret that signs, or a list of them: the first one signs, and hashes of each are valid. */
export type SigningSecret = string | readonly string[]

/** The minimum length: the bytes of the hash. A shorter secret is easier to guess than the hash. */
const minLength = 32

/**
 * Checks signing secrets, and removes the line break at the end of one from a file.
 * @param apiKey no secret may equal it: code that signs sessions must not have access to everything.
 * @throws RequestError for a secret that is missing, too short, or the API key.
 */
export const checkSigningSecrets = (
  task: TidingsFactory,
  field: string,
  secret: SigningSecret,
  apiKey?: string,
): string[] => {
  const secrets = [secret].flat().map((each: unknown) => (typeof each === 'string' ? each.trim() : ''))
  const message = problemOf(secrets, apiKey)
  if (message === undefined) return secrets
  throw new RequestError(task, [{ field, message }], { code: 'TIDINGS_305' })
}

const problemOf = (secrets: readonly string[], apiKey: string | undefined): string | undefined => {
  if (apiKey && secrets.includes(apiKey)) return 'must not be the API key: create a separate secret'
  if (secrets.length > 0 && secrets.every((each) => each.length >= minLength)) return undefined
  return (
    `must be a random string of at least ${minLength} characters, or a list of these. ` +
    'Create one: node -p "crypto.randomBytes(32).toString(\'hex\')"'
  )
}

/** Imports the key of a secret, for HMAC-SHA-256 only. */
export const signingKey = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])

/**
 * The text that is signed. Its first line separates it from other texts that are signed with the same secret. The id is
 * last, so that no other pair of time and id has the same text.
 * @param expires seconds since 1970 as text, or "never".
 */
export const signedText = (expires: string, subscriberId: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`tidings subscriber v1\n${expires}\n${subscriberId}`)
