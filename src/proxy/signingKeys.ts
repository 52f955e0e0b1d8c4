import { RequestError } from '../client/errors/RequestError.ts'
import type { TidingsFactory } from '../client/errors/TidingsError.ts'

/** A secret to sign with, or several: the first signs, and each of them is good for what was signed before. */
export type SigningSecret = string | readonly string[]

/** As many as the hash has bytes: a shorter key is easier to guess than the hash itself. */
const shortest = 32

/**
 * Checks signing secrets, and takes off the line break that one has when it was read from a file.
 * @param apiKey which none of them may be: whoever signs sessions must not hold the key to everything.
 * @throws RequestError for a secret that is none, too short, or the API key.
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
  if (secrets.length > 0 && secrets.every((each) => each.length >= shortest)) return undefined
  return (
    `must be a random string of at least ${shortest} characters, or a list of them. ` +
    'Create one: node -p "crypto.randomBytes(32).toString(\'hex\')"'
  )
}

/** Makes the key of a secret: for HMAC-SHA-256, and for nothing else. */
export const signingKey = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])

/**
 * What is signed. Its first line keeps it apart from whatever else is signed with the same secret, and the id comes
 * last, so that no other pair of time and id makes the same text.
 * @param expires seconds since 1970 as text, or "never".
 */
export const signedText = (expires: string, subscriberId: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`tidings subscriber v1\n${expires}\n${subscriberId}`)
