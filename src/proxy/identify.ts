import { SetupError } from '../client/errors/SetupError.ts'
import { warnOnce } from '../client/errors/warnOnce.ts'
import { withDeadline } from '../client/withDeadline.ts'
import { subscriberHashHeader } from '../contract/subscriberHash.ts'
import type { ProxySettings } from './proxySettings.ts'
import { Refusal } from './refusal.ts'
import { signedText, signingKey } from './signingKeys.ts'

/** Says whether a hash was made for a subscriber, with one of the secrets. */
type CheckHash = (hash: string, subscriberId: string) => Promise<void>

/** One spelling for each hash: nothing that a lenient reader could take for another one. */
const form = /^v1\.(never|[1-9]\d{0,11})\.([0-9a-f]{64})$/

/**
 * Makes the check of `signSubscriber`'s hashes. How long it takes tells nothing about a hash: Web Crypto compares in
 * constant time, and every secret is tried.
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
      )
    // Only of a hash that was good is it told when it ended.
    if (expires !== 'never' && Number(expires) * 1000 <= Date.now())
      throw new Refusal(
        401,
        `The ${subscriberHashHeader} header expired at ${new Date(Number(expires) * 1000).toISOString()}. Sign the subscriber again.`,
      )
  }
}

/** Says whose inbox a request may reach: the `subscriberId` that its sender is known by. */
type Identify = (request: Request, wanted: string, req: unknown) => Promise<string>

/**
 * Makes the proxy's way to know who asks. A request with a `subscriberHash` is judged by that alone: where it does not
 * hold, nobody's session makes up for it.
 * @throws Refusal 401 where nobody is known; SetupError where the host's own function fails.
 */
export const createIdentify = ({ authenticate, signingSecrets, timeout }: ProxySettings): Identify => {
  const checkHash = signingSecrets && createHashCheck(signingSecrets)

  return async (request, wanted, req) => {
    const hash = checkHash && request.headers.get(subscriberHashHeader)
    if (checkHash && typeof hash === 'string') {
      await checkHash(hash, wanted)
      return wanted
    }
    if (
      typeof process !== 'undefined' &&
      process.env.NODE_ENV !== 'production' &&
      !checkHash &&
      request.headers.has(subscriberHashHeader)
    )
      warnOnce(
        'TIDINGS_308',
        'a page sends a subscriberHash, but the proxy has no signingSecret to check it. Only `authenticate` identifies the reader. Pass signingSecret, or remove subscriberHash from the page.',
      )
    if (authenticate === undefined)
      throw new Refusal(401, `The ${subscriberHashHeader} header is missing. Send the hash of this subscriber.`)
    const subscriberId = await callHost(
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

/** What the host's own function throws is the host's error, even where it is one of a client that it used. */
const callHost = async (
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
        what: 'it threw an error, so the reader is unknown.',
        why: `${String(cause).replace(/\.?$/, '.')}${lacksNodeRequest ? ' `context.req` was undefined.' : ''}`,
        cure: lacksNodeRequest
          ? 'Serve the proxy by `toNodeHandler`, or pass the request yourself: `proxy(request, { req })`.'
          : 'Correct it. For a visitor who is not signed in it must return null.',
      }
      throw new SetupError('TIDINGS_301', 'authenticate', explanation, { cause })
    }
    case 'timed-out':
      throw new SetupError('TIDINGS_301', 'authenticate', {
        what: `it did not finish within ${timeout} ms, so the reader is unknown.`,
        cure: 'Find out what it waits for, or increase `timeout`.',
      })
  }
}
