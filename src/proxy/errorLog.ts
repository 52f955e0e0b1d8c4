import { isHttpError } from '../client/errors/HttpError.ts'
import { isSetupError } from '../client/errors/SetupError.ts'
import { isTidingsError } from '../client/errors/TidingsError.ts'
import type { InboxProxyErrorContext } from './inboxProxyOptions.ts'

/** Where a proxy's errors go. */
export interface ErrorLog {
  /** @param stopped the subscriber whose request the error ended. Undefined for an error beside an answer. */
  report(error: unknown, context: InboxProxyErrorContext, stopped?: string): void
  /** A request of this subscriber was served: an error that stopped such requests is over. */
  recovered(subscriberId: string): void
}

/** An error that was logged in full, and is not over as far as the proxy knows. */
interface Logged {
  isSetUp: boolean
  /** The last request that it stopped was for this subscriber's inbox. */
  stopped: string | undefined
  /** It stops the requests of every subscriber. */
  isForAll: boolean
  /** When it was last reported, in milliseconds since 1970. */
  at: number
}

/**
 * Frameworks bundle a module once for each route, and load it anew in development: each copy has a proxy of its own. They share
 * what was logged.
 */
const registry: unique symbol = Symbol.for('tidings.proxyErrors') as never
type Shared = typeof globalThis & { [registry]?: Map<string, Map<string, Logged>> }
const loggedBy = (proxy: string): Map<string, Logged> => {
  const proxies = ((globalThis as Shared)[registry] ??= new Map())
  const logged = proxies.get(proxy) ?? new Map<string, Logged>()
  proxies.set(proxy, logged)
  return logged
}

/** Error messages can be different each time: a bound on the memory. */
const most = 100

/** Pages retry an error of the set-up every five minutes. After ten minutes without one, it is over. */
const quietAfter = 600_000

/** Two messages that differ only in numbers and ids are the same. */
const withoutIds = (text: string) => text.replaceAll(/\b[\w-]*\d[\w-]*\b/g, '#').slice(0, 500)

const causeOf = ({ cause }: Error) =>
  isHttpError(cause) ? `${cause.status} ${withoutIds(String(cause.body?.message))}` : withoutIds(String(cause))

/** What makes one error another one. */
const kindOf = (error: unknown): string => {
  if (isSetupError(error)) return `${error.code} ${withoutIds(error.message)} ${causeOf(error)}`
  if (isTidingsError(error)) return [error.code, isHttpError(error) && error.status, error.cause].map(String).join(' ')
  return String(error)
}

/**
 * Makes the log of a proxy without an `onError`. An error of the set-up (a refused key, a failing `authenticate`) stops every
 * request, so it is logged once until it is over or its message changes. All other errors are logged in full once; each
 * repeat is one line with the id of its request.
 * @param proxy what the proxy serves, and for which service: the same in each copy of it.
 */
export const createErrorLog = (proxy: string): ErrorLog => {
  const logged = loggedBy(proxy)
  return {
    report(error, { requestId, operation }, stopped) {
      const now = Date.now()
      const isSetUp = isSetupError(error) && stopped !== undefined
      const isForAll = isSetUp && (error.code === 'TIDINGS_309' || error.code === 'TIDINGS_310')
      const kind = kindOf(error)
      const last = logged.get(kind)
      const isKnown = last !== undefined && !(isSetUp && now - last.at > quietAfter)
      // Deleted first, so that the entry that was not reported for the longest time is the first.
      logged.delete(kind)
      const [oldest] = logged.keys()
      if (logged.size >= most && oldest !== undefined) logged.delete(oldest)
      logged.set(kind, { isSetUp, stopped, isForAll, at: now })
      if (isKnown && isSetUp) return
      // oxlint-disable-next-line no-console -- the host gave no other place for it
      console.error(
        `tidings proxy, request ${requestId}${operation === undefined ? '' : `, ${operation}`}${isSetUp ? ' (logged once until it is over)' : ''}:`,
        isKnown ? `again ${isTidingsError(error) ? error.code : kind}` : error,
      )
    },
    recovered(subscriberId) {
      for (const [kind, { isSetUp, stopped, isForAll }] of logged)
        if (isSetUp && (isForAll || stopped === subscriberId)) logged.delete(kind)
    },
  }
}
