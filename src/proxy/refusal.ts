import { type HttpError, isHttpError, notSetUp } from '../client/errors/HttpError.ts'
import { isNetworkError } from '../client/errors/NetworkError.ts'
import { isRequestError } from '../client/errors/RequestError.ts'
import { isSetupError } from '../client/errors/SetupError.ts'
import { isTidingsError } from '../client/errors/TidingsError.ts'
import { isTimeoutError } from '../client/errors/TimeoutError.ts'
import type { FieldIssue } from '../contract/fieldIssues.ts'

/** What the proxy answers when it does not give an operation's answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  /** What is wrong with the request, field by field. */
  readonly fields: readonly FieldIssue[]
  /** The body's `code`, for errors that a page must tell from others of the same status. */
  readonly code: string | undefined
  /** Headers that belong to the status: `allow`, `retry-after`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    message: string,
    {
      fields = [],
      headers = {},
      code,
    }: { fields?: readonly FieldIssue[]; headers?: Record<string, string>; code?: string } = {},
  ) {
    super(message)
    this.status = status
    this.fields = fields
    this.headers = headers
    this.code = code
  }
}

const failed = 'The notification service failed.'
const unreached = "The notification service can't be reached."

/**
 * Turns whatever ended a request into the proxy's own words. Nothing of the service's answer is passed on but the
 * sentence of an error that the reader's own request caused.
 */
export const toRefusal = (thrown: unknown): Refusal => {
  if (thrown instanceof Refusal) return thrown
  // The host's own mistake. Its error handler gets the details; the page only learns that a retry is no use.
  if (isSetupError(thrown))
    return new Refusal(500, "This site's connection to its notification service is not set up correctly.", {
      code: notSetUp,
    })
  if (isRequestError(thrown)) return new Refusal(422, 'The request is not valid.', { fields: thrown.fields })
  if (isHttpError(thrown)) return fromService(thrown)
  // 504: it may be at work on the request all the same, or still get it. 502: it did answer. The page's client, which
  // tries again, must know the one from the other.
  if (isTimeoutError(thrown)) return new Refusal(504, 'The notification service took too long.')
  if (isNetworkError(thrown)) return new Refusal(504, unreached)
  // An answer that can't be read.
  if (isTidingsError(thrown)) return new Refusal(502, unreached)
  return brokenHere()
}

const brokenHere = () => new Refusal(500, 'Something went wrong on this server.')

const fromService = ({ status, body, retryAfter }: HttpError): Refusal => {
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfter / 1000)) }
  if (status === 503) return new Refusal(503, failed, { headers })
  // A gateway before it: what became of the request is not known.
  if (status === 504 || (status >= 500 && body === undefined)) return new Refusal(504, unreached, { headers })
  const said = [body?.message ?? []].flat().join('; ').slice(0, 500)
  // A key that the service refuses is this server's fault, and must not look as if the reader were signed out. What has
  // no words of the service's comes from elsewhere: `serviceUrl` leads to another server, which knows no such page.
  const isReaders = status >= 400 && status < 500 && ![401, 403, 407].includes(status)
  if (isReaders && (said !== '' || status === 429)) return new Refusal(status, said || failed, { headers })
  return new Refusal(502, failed, { headers })
}
