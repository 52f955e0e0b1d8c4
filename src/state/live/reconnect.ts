import { isContractError } from '../../client/errors/ContractError.ts'
import { isHttpError } from '../../client/errors/HttpError.ts'
import { isTimeoutError } from '../../client/errors/TimeoutError.ts'

/** A stream that has ended. */
export interface EndedStream {
  /** The reason. Undefined if the server ended it. */
  error: unknown
  /** How long it was open, in milliseconds. 0 if it never was. */
  openFor: number
  /** The number of streams in a row that failed, this one included. */
  failures: number
  /** Whether the service responded to a request while the stream was being opened. */
  hasAnswered: boolean
}

/** When to open the next stream. */
export interface Reconnect {
  /** After this, in milliseconds. */
  after: number
  /** What makes it open at once: an event (`online`, `visible`), or a response of the service. Undefined: nothing. */
  wakeBy?: 'event' | 'answer'
}

/** A stream that was open for so long has worked, in milliseconds. */
export const healthyAfter = 30_000

/** The server ended a stream that has worked, in milliseconds: many end together when it stops. */
const afterEnd = 3_000

/** After the first failure, in milliseconds. Many streams break together, and reconnect one after another. */
const afterBreak = 28_000

/** Between further attempts, in milliseconds. The latest one opens within 30 seconds of the repair. */
const betweenAttempts = 22_000

/** Between two attempts at a proxy that has no stream, in milliseconds. */
const afterUnsupported = 600_000

/**
 * Decides when to open the next stream. Reconnects are spread by chance, so that the browsers that a proxy has lost do
 * not return together.
 *
 * @param random a number from 0 up to 1.
 */
export const planReconnect = ({ error, openFor, failures, hasAnswered }: EndedStream, random: number): Reconnect => {
  if (openFor >= healthyAfter && error === undefined) return { after: random * afterEnd, wakeBy: 'event' }
  const status = isHttpError(error) ? error.status : 0
  // An older proxy. A server without one responds with its own page.
  if ([404, 405, 501].includes(status) || isContractError(error)) return { after: afterUnsupported }
  // A proxy in between buffers the stream: other requests get through.
  if (isTimeoutError(error) && openFor === 0 && hasAnswered) return { after: afterUnsupported }
  // The reader is signed out. A response shows that the host has changed that.
  if (status === 401 || status === 403) return { after: Number.POSITIVE_INFINITY, wakeBy: 'answer' }
  const retryAfter = isHttpError(error) ? (error.retryAfter ?? 0) : 0
  const backOff = failures > 1 ? betweenAttempts + random * (afterBreak - betweenAttempts) : random * afterBreak
  return { after: Math.max(backOff, retryAfter * (1 + random / 2)), wakeBy: 'event' }
}
