import { isBrowser } from '../client/apiKey.ts'
import { clocks } from '../client/clock.ts'
import { RequestError } from '../client/errors/RequestError.ts'
import { SetupError } from '../client/errors/SetupError.ts'
import { inboxOperations } from '../contract/inboxOperations.ts'
import { idRule, operationPath } from '../contract/operation.ts'
import { checkSigningSecrets, signedText, signingKey, type SigningSecret } from './signingKeys.ts'

/** The options of `signSubscriber`. */
export interface SignSubscriberOptions {
  /** `signingSecret` of the proxy. The first one of a list signs. It must not leave the server. */
  secret: SigningSecret
  /** Time until the hash expires, in milliseconds. Default 86,400,000, a day. `Infinity`: it never expires. */
  expiresIn?: number
}

const day = 86_400_000

/**
 * Signs the id of the user who is signed in. A proxy with the same `signingSecret` authenticates requests by the
 * result: pass it to the user's page, as the `subscriberHash` of `<Inbox>`. Sign no other user. It requires only Web
 * Crypto: Node, Deno, Bun and Workers have it.
 *
 * @returns `v1.<seconds since 1970, or never>.<HMAC-SHA-256 in hex>`. docs/security.md shows it in other languages.
 * @throws RequestError for an id that no URL can contain, an invalid secret or an invalid time. SetupError in a
 * browser.
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
  const issues = [...problemOfId(subscriberId), ...problemOfTime(expiresIn)]
  if (issues.length > 0) throw new RequestError('signSubscriber', issues)
  const expires = expiresIn === Infinity ? 'never' : String(Math.floor((clocks.now() + expiresIn) / 1000))
  const hash = await crypto.subtle.sign('HMAC', await signingKey(first), signedText(expires, subscriberId))
  return `v1.${expires}.${Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Two malformed ids (with halves of surrogate pairs) would have the same bytes. */
const problemOfId = (subscriberId: string) => {
  try {
    operationPath(inboxOperations.getFeed, subscriberId)
    return []
  } catch {
    return [{ field: 'subscriberId', message: idRule }]
  }
}

/** The hash has twelve digits for seconds: 30,000 years. */
const maxSeconds = 1e12

const problemOfTime = (expiresIn: number) =>
  expiresIn === Infinity || (expiresIn >= 1000 && (clocks.now() + expiresIn) / 1000 < maxSeconds)
    ? []
    : [
        {
          field: 'expiresIn',
          message:
            'must be at least 1,000 milliseconds and result in a valid date, or Infinity for a hash that never expires',
        },
      ]
