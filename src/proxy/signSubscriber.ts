import { isBrowser } from '../client/apiKey.ts'
import { RequestError } from '../client/errors/RequestError.ts'
import { SetupError } from '../client/errors/SetupError.ts'
import { inboxOperations } from '../contract/inboxOperations.ts'
import { operationPath } from '../contract/operation.ts'
import { checkSigningSecrets, signedText, signingKey, type SigningSecret } from './signingKeys.ts'

/** How a subscriber is signed. */
export interface SignSubscriberOptions {
  /** The proxy's `signingSecret`; of several, the first signs. It must stay on the server. */
  secret: SigningSecret
  /** For how long the hash is good, in milliseconds. Default 86,400,000, a day; `Infinity` for ever. */
  expiresIn?: number
}

const day = 86_400_000

/**
 * Signs a subscriber's id, so that a proxy with the same `signingSecret` knows that your server vouches for whoever
 * brings it: give the result to that user's page, as the `subscriberHash` of `<Inbox>`. Call it only for the user who is
 * signed in. It needs nothing but Web Crypto: Node, Deno, Bun, Workers.
 *
 * @returns "v1.<seconds since 1970, or never>.<HMAC-SHA-256 in hex>"; docs/security.md has it for other languages.
 * @throws RequestError for an id that no address can carry, an unfit secret, a time that is none; SetupError in a browser.
 */
export const signSubscriber = async (
  subscriberId: string,
  { secret, expiresIn = day }: SignSubscriberOptions,
): Promise<string> => {
  if (isBrowser())
    throw new SetupError('TIDINGS_306', 'signSubscriber', {
      what: 'signing in a browser would show the secret to every visitor.',
      cure: 'Sign on your server, and pass the hash to the page.',
    })
  const [first = ''] = checkSigningSecrets('signSubscriber', 'secret', secret)
  const wrong = [...problemOfId(subscriberId), ...problemOfTime(expiresIn)]
  if (wrong.length > 0) throw new RequestError('signSubscriber', wrong)
  const expires = expiresIn === Infinity ? 'never' : String(Math.floor((Date.now() + expiresIn) / 1000))
  const hash = await crypto.subtle.sign('HMAC', await signingKey(first), signedText(expires, subscriberId))
  return `v1.${expires}.${Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Two ids that are no text (halves of surrogate pairs) would be written as the same bytes. */
const problemOfId = (subscriberId: string) => {
  try {
    operationPath(inboxOperations.getFeed, subscriberId)
    return []
  } catch {
    return [{ field: 'subscriberId', message: 'must be a well-formed string that is not empty, "." or ".."' }]
  }
}

/** The hash has room for twelve digits of seconds: 30,000 years. */
const latest = 1e12

const problemOfTime = (expiresIn: number) =>
  expiresIn === Infinity || (expiresIn >= 1000 && (Date.now() + expiresIn) / 1000 < latest)
    ? []
    : [
        {
          field: 'expiresIn',
          message:
            'must be at least 1,000 milliseconds and result in a valid date, or Infinity for a hash that never expires',
        },
      ]
