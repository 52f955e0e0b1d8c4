import { type HttpError, isHttpError, notSetUp } from '../client/errors/HttpError.ts'
import { isNetworkError } from '../client/errors/NetworkError.ts'
import { isRequestError } from '../client/errors/RequestError.ts'
import { isSetupError } from '../client/errors/SetupError.ts'
import { isTidingsError } from '../client/errors/TidingsError.ts'
import { isTimeoutError } from '../client/errors/TimeoutError.ts'
import type { FieldIssue } from '../contract/fieldIssues.ts'

/** An error response of the proxy. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  /** Problems of the request, one per field. */
  readonly fields: readonly FieldIssue[]
  /** `code` in the body. It distinguishes errors of the same status. */
  readonly code: string | undefined
  /** Headers of the status: `allow`, `retry-after`. */
  readonly headers: Readonly<Record<string, string>>
  /** Reason and cure for the log, if the setup of this server may be the cause. Undefined: nothing is logged. */
  readonly log: string | undefined

  constructor(
    status: number,
    message: string,
    {
      fields = [],
      headers = {},
      code,
      log,
    }: {
      fields?: readonly FieldIssue[]
      headers?: Record<string, string>
      code?: string
      log?: string | undefined
    } = {},
  ) {
    super(message)
    this.status = status
    this.fields = fields
    this.headers = headers
    this.code = code
    this.log = log
  }
}

/** A text of the request for a line of the log: nobody can forge a second line, or fill the log. */
export const quote = (text: string | null): string => JSON.stringify(text && text.slice(0, 100))

const failed = 'The notification service failed.'
const rejected = 'The notification service rejected the request.'
const unreached = "The notification service can't be reached."

/**
 * Converts any error to an error response with the proxy's own message. It passes on nothing of the service's response
 * except its status: a message may contain anything.
 */
export const toRefusal = (thrown: unknown): Refusal => {
  if (thrown instanceof Refusal) return thrown
  // An error of the set-up. The details go to the log. The browser learns only that a retry is useless.
  if (isSetupError(thrown))
    return new Refusal(500, "This site's connection to its notification service is not set up correctly.", {
      code: notSetUp,
    })
  if (isRequestError(thrown)) return new Refusal(422, 'The request is not valid.', { fields: thrown.fields })
  if (isHttpError(thrown)) return fromService(thrown)
  // 504: the service may still be processing the request, or may still receive it. 502: it responded. The browser's
  // client retries the two in different ways.
  if (isTimeoutError(thrown)) return new Refusal(504, 'The notification service took too long.')
  if (isNetworkError(thrown)) return new Refusal(504, unreached)
  // An invalid response.
  if (isTidingsError(thrown)) return new Refusal(502, unreached)
  return internalError()
}

const internalError = () => new Refusal(500, 'Something went wrong on this server.')

const fromService = ({ status, body, retryAfter }: HttpError): Refusal => {
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfter / 1000)) }
  // An operation that the service does not have. The browser's client would repeat a 501.
  if (status === 501) return new Refusal(405, rejected)
  if (status === 503) return new Refusal(503, failed, { headers })
  // A gateway in front of the service: the outcome of the request is unknown.
  if (status === 504 || (status >= 500 && body === undefined)) return new Refusal(504, unreached, { headers })
  // A rejected key is an error of this server. It must not look as if the user were signed out. A response without the
  // service's message comes from another server, which `serviceUrl` points to by mistake, and which does not know the
  // path.
  const isOfRequest = status >= 400 && status < 500 && ![401, 403, 407].includes(status)
  if (status === 429) return new Refusal(status, 'The notification service is busy.', { headers })
  if (isOfRequest && body?.message !== undefined) return new Refusal(status, rejected, { headers })
  return new Refusal(502, failed, { headers })
}
