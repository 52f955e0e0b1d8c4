import { isContractError } from '../../client/errors/ContractError.ts'
import { isHttpError } from '../../client/errors/HttpError.ts'
import { isTimeoutError } from '../../client/errors/TimeoutError.ts'
import { longestTimer } from '../../client/withDeadline.ts'

/** A stream that has ended. */
export interface EndedStream {
  /** The reason. Undefined if the server ended it. */
  error: unknown
  /** How long it was open, in milliseconds. 0 if it never was. */
  openFor: number
  /** The number of streams in a row that failed, this one included. */
  failures: number
  /** Whether the service responded to a request while the stream was being opened. */
  hasResponded: boolean
  /** Whether the server has a stream, as far as is known. */
  isOffered: boolean
}

/** When to open the next stream. */
export interface Reconnect {
  /** After this, in milliseconds. */
  after: number
  /** What makes it open at once: an event (`online`, `visible`), or a response of the service. Undefined: nothing. */
  wakeBy?: 'event' | 'response'
}

/** A stream that was open for so long has worked, in milliseconds. */
export const healthyAfter = 30_000

/**
 * Decides when to open the next stream. Reconnects are spread by chance, so that the browsers that a proxy has lost do
 * not return together.
 *
 * @param random a number from 0 up to 1.
 */
export const planReconnect = (
  { error, openFor, failures, hasResponded, isOffered }: EndedStream,
  random: number,
): Reconnect => {
  // A later page may offer one.
  if (!isOffered) return { after: Number.POSITIVE_INFINITY, wakeBy: 'response' }
  // The server ended a stream that has worked. Many end together when it stops.
  if (openFor >= healthyAfter && error === undefined) return { after: random * 3_000, wakeBy: 'event' }
  const { status = 0, retryAfter = 0 } = isHttpError(error) ? error : {}
  if (
    // A server without this stream. It may respond with the app's page.
    [404, 405, 501].includes(status) ||
    isContractError(error) ||
    // A proxy in between buffers the stream: other requests get through.
    (isTimeoutError(error) && openFor === 0 && hasResponded)
  )
    return { after: 600_000 }
  // The user is signed out. A response shows that the host has changed that.
  if (status === 401 || status === 403) return { after: Number.POSITIVE_INFINITY, wakeBy: 'response' }
  // Many streams break together, and reconnect one after another. Later attempts are at least 22 seconds apart, and the
  // last one is within 30 seconds of the repair.
  const backOff = failures > 1 ? 22_000 + random * 6_000 : random * 28_000
  return { after: Math.min(Math.max(backOff, retryAfter), longestTimer), wakeBy: 'event' }
}
