import { warnOnce } from '../client/errors/warnOnce.ts'
import { SetupError } from '../client/errors/SetupError.ts'
import { withDeadline } from '../client/withDeadline.ts'
import { subscriberHashHeader } from '../contract/subscriberHash.ts'
import { createHashCheck } from './checkHash.ts'
import type { ProxySettings } from './proxySettings.ts'
import { Refusal } from './refusal.ts'

/** Says whose inbox a request may reach: the `subscriberId` that its sender is known by. */
export type Identify = (request: Request, wanted: string, req: unknown) => Promise<string>

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
