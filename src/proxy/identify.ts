import { clocks } from '../client/clock.ts'
import { SetupError } from '../client/errors/SetupError.ts'
import { warnOnce } from '../client/errors/warnOnce.ts'
import { withDeadline } from '../client/withDeadline.ts'
import { subscriberHashHeader } from '../contract/subscriberHash.ts'
import type { ProxySettings } from './proxySettings.ts'
import { quote, Refusal } from './refusal.ts'
import { signedText, signingKey } from './signingKeys.ts'

/** Checks that a hash was made for a subscriber with one of the secrets. */
type CheckHash = (hash: string, subscriberId: string) => Promise<void>

/** The only spelling of a hash. A lenient parser could accept several spellings of one hash. */
const form = /^v1\.(never|[1-9]\d{0,11})\.([0-9a-f]{64})$/

/**
 * Checks hashes of `signSubscriber`. The duration reveals nothing about a hash: Web Crypto compares in constant time,
 * and every secret is tried.
 */
const createHashCheck = (secrets: readonly string[]): CheckHash => {
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
        {
          log:
            `the hash was not made for ${quote(subscriberId)} with a signingSecret of this proxy. Sign exactly the ` +
            'subscriberId of the page. After a change of the secret, pass the old one too until its hashes expire.',
        },
      )
    // Only a valid hash's expiry is revealed.
    if (expires !== 'never' && Number(expires) * 1000 <= clocks.now())
      throw new Refusal(
        401,
        `The ${subscriberHashHeader} header expired at ${new Date(Number(expires) * 1000).toISOString()}. Sign the ` +
          'subscriber again.',
      )
  }
}

/** Authenticates a request: returns the `subscriberId` of its sender. */
type Identify = (request: Request, requested: string, req: unknown) => Promise<string>

/**
 * Authenticates requests. If a request has a `subscriberHash`, only that decides: a session does not make up for an
 * invalid hash.
 * @throws Refusal 401 for an unauthenticated request; SetupError if `authenticate` fails.
 */
export const createIdentify = ({ authenticate, signingSecrets, timeout }: ProxySettings): Identify => {
  const checkHash = signingSecrets && createHashCheck(signingSecrets)

  return async (request, requested, req) => {
    const hash = request.headers.get(subscriberHashHeader)
    if (checkHash && hash !== null) {
      await checkHash(hash, requested)
      return requested
    }
    if (typeof process !== 'undefined' && process.env.NODE_ENV !== 'production' && hash !== null)
      warnOnce(
        'TIDINGS_308',
        'a page sends a subscriberHash, but the proxy has no signingSecret to check it. Only `authenticate` ' +
          'identifies the user. Pass signingSecret, or remove subscriberHash from the page.',
      )
    if (authenticate === undefined)
      throw new Refusal(401, `The ${subscriberHashHeader} header is missing. Send the hash of this subscriber.`, {
        log: `the ${subscriberHashHeader} header is missing. Pass subscriberHash to the inbox; gateways must keep it.`,
      })
    const subscriberId = await callAuthenticate(
      async () => authenticate(request, { req }),
      timeout,
      request.signal,
      authenticate.length > 1 && req === undefined,
    )
    if (subscriberId === null || subscriberId === undefined || subscriberId === '')
      throw new Refusal(401, 'Sign in to see your notifications.')
    if (typeof subscriberId === 'string') return subscriberId
    throw new SetupError('TIDINGS_302', 'authenticate', {
      what: `it returned ${typeof subscriberId === 'object' ? 'an object' : `a ${typeof subscriberId}`}.`,
      cure: 'Return the subscriberId as a string, or null if no one is signed in.',
    })
  }
}

/** Calls `authenticate`. Each of its errors is an error of the set-up, even if a tidings client threw it there. */
const callAuthenticate = async (
  call: () => Promise<unknown>,
  timeout: number,
  signal: AbortSignal,
  lacksNodeRequest: boolean,
): Promise<unknown> => {
  const outcome = await withDeadline(call, timeout, signal)
  switch (outcome.kind) {
    case 'done':
      return outcome.value
    case 'failed': {
      const { cause } = outcome
      const explanation = {
        what: 'it threw an error, so the user is unknown.',
        why: `${String(cause).replace(/\.?$/, '.')}${lacksNodeRequest ? ' `context.req` was undefined.' : ''}`,
        cure: lacksNodeRequest
          ? 'Serve the proxy by `toNodeHandler`, or pass the request yourself: `proxy(request, { req })`.'
          : 'Correct it. For a visitor who is not signed in it must return null.',
      }
      throw new SetupError('TIDINGS_301', 'authenticate', explanation, { cause })
    }
    case 'timed-out':
      throw new SetupError('TIDINGS_301', 'authenticate', {
        what: `it did not finish within ${timeout} ms, so the user is unknown.`,
        cure: 'Find out what it waits for, or increase `timeout`.',
      })
  }
}
