import { clocks } from '../client/clock.ts'
import { isHttpError } from '../client/errors/HttpError.ts'
import { isSetupError } from '../client/errors/SetupError.ts'
import { isTidingsError } from '../client/errors/TidingsError.ts'
import type { InboxProxyErrorContext } from './inboxProxyOptions.ts'

/** The log of a proxy's errors. */
export interface ErrorLog {
  /** @param stopped subscriber whose request failed. Undefined for an error that did not end a request. */
  report(error: unknown, context: InboxProxyErrorContext, stopped?: string): void
  /** Reports a successful request of a subscriber: an error that stopped such requests is over. */
  recovered(subscriberId: string): void
}

/** An error that was logged in full, and that has not recovered. */
interface Logged {
  isSetUp: boolean
  /** Subscriber of the last request that it stopped. */
  stopped: string | undefined
  /** Whether it stops the requests of every subscriber. */
  isForAll: boolean
  /** Time of the last report, by the monotonic clock. */
  at: number
}

/**
 * Frameworks bundle a module once per route, and reload it in development. Each copy creates a proxy. The copies share
 * the record of logged errors.
 */
const registry: unique symbol = Symbol.for('tidings.proxyErrors') as never
type Shared = typeof globalThis & { [registry]?: Map<string, Map<string, Logged>> }
const loggedBy = (proxy: string): Map<string, Logged> => {
  const proxies = ((globalThis as Shared)[registry] ??= new Map())
  const logged = proxies.get(proxy) ?? new Map<string, Logged>()
  proxies.set(proxy, logged)
  return logged
}

/** The maximum number of recorded errors. Their messages can differ each time. */
const maxLogged = 100

/** Browsers retry an error of the set-up every five minutes. After ten minutes without one, it is over. */
const quietAfter = 600_000

/** Messages that differ only in numbers and ids count as equal. */
const withoutIds = (text: string) => text.replaceAll(/\b[\w-]*\d[\w-]*\b/g, '#').slice(0, 500)

const causeOf = ({ cause }: Error) =>
  isHttpError(cause) ? `${cause.status} ${withoutIds(String(cause.body?.message))}` : withoutIds(String(cause))

/** The identity of an error: errors of the same kind are repeats. */
const kindOf = (error: unknown): string => {
  if (isSetupError(error)) return `${error.code} ${withoutIds(error.message)} ${causeOf(error)}`
  if (isTidingsError(error)) return [error.code, isHttpError(error) && error.status, error.cause].map(String).join(' ')
  return String(error)
}

/**
 * The log of a proxy without `onError`. An error of the set-up (a rejected key, a failing `authenticate`) stops every
 * request, so it is logged once until it is over or its message changes. Other errors are logged in full once; each
 * repeat is one line with the id of its request.
 * @param proxy identifies the proxy by its service and path: the same in each copy of the module.
 */
export const createErrorLog = (proxy: string): ErrorLog => {
  const logged = loggedBy(proxy)
  return {
    report(error, { requestId, operation }, stopped) {
      const now = clocks.monotonic()
      const isSetUp = isSetupError(error) && stopped !== undefined
      const isForAll = isSetUp && (error.code === 'TIDINGS_309' || error.code === 'TIDINGS_310')
      const kind = kindOf(error)
      const last = logged.get(kind)
      const isKnown = last !== undefined && !(isSetUp && now - last.at > quietAfter)
      // Delete before adding, so that the first entry is always the least recently reported.
      logged.delete(kind)
      const [oldest] = logged.keys()
      if (logged.size >= maxLogged && oldest !== undefined) logged.delete(oldest)
      logged.set(kind, { isSetUp, stopped, isForAll, at: now })
      if (isKnown && isSetUp) return
      // oxlint-disable-next-line no-console -- the app passed no onError
      console.error(
        `tidings proxy, request ${requestId}${operation === undefined ? '' : `, ${operation}`}` +
          `${isSetUp ? ' (logged once until it is over)' : ''}:`,
        isKnown ? `again ${isTidingsError(error) ? error.code : kind}` : error,
      )
    },
    recovered(subscriberId) {
      for (const [kind, { isSetUp, stopped, isForAll }] of logged)
        if (isSetUp && (isForAll || stopped === subscriberId)) logged.delete(kind)
    },
  }
}
