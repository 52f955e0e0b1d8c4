import type { ErrorBody } from '../../contract/errorBody.ts'
import type { FieldIssue } from '../../contract/fieldIssues.ts'
import type { TidingsErrorCode } from './errorCode.ts'
import { isKind, isTidingsError, TidingsError, type TidingsTask } from './TidingsError.ts'
import { inDevelopment } from './warnOnce.ts'

/** What an error answer said. */
interface HttpFailure {
  status: number
  /** The answer's body, where it is JSON of the service's form. */
  body: ErrorBody | undefined
  requestId: string | undefined
  retryAfter: number | undefined
  /** What came instead of a body that can be read: "text/html", "an empty body". */
  unreadable: string | undefined
  attempts: number
}

/** The service, or something in front of it, answered with an error. */
export class HttpError extends TidingsError {
  override readonly name = 'HttpError'
  readonly kind = 'http'
  /** The HTTP status: 401, 404, 503 … */
  readonly status: number
  /** The answer's body; undefined where it was none of the service's (a gateway's HTML page). */
  readonly body: ErrorBody | undefined
  /** What the service found wrong, by field (422); empty where it named none. */
  readonly fields: readonly FieldIssue[]
  /** The answer's `x-request-id`, or the body's `errorId`: what the service's operator will ask for. */
  readonly requestId: string | undefined
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfter: number | undefined
  /** How many times it was tried, this answer included: 1 where nothing was repeated. */
  readonly attempts: number

  constructor(operation: TidingsTask, failure: HttpFailure) {
    const { status, body, requestId, retryAfter, unreadable, attempts } = failure
    const fields = fieldsOf(body)
    const code = codeOf(status, body)
    super(code, operation, {
      what: `the service answered ${status}${attempts > 1 ? ` after ${attempts} attempts` : ''}.`,
      why: whyOf(body, fields, unreadable) + (requestId === undefined ? '' : ` Request id: ${requestId}.`),
      cure: inDevelopment(() => process.env.NODE_ENV !== 'production' && cureOf(status, code, retryAfter)),
    })
    this.status = status
    this.body = body
    this.fields = fields
    this.requestId = requestId
    this.retryAfter = retryAfter
    this.attempts = attempts
  }
}

const fieldsOf = (body: ErrorBody | undefined): FieldIssue[] =>
  Object.entries(body?.errors ?? {}).flatMap(([field, { messages }]) => messages.map((message) => ({ field, message })))

const whyOf = (body: ErrorBody | undefined, fields: FieldIssue[], unreadable: string | undefined): string => {
  if (unreadable !== undefined) return `The response is ${unreadable}, from a gateway or another server.`
  const said = [body?.message ?? []].flat().join('; ')
  const named = fields.map(({ field, message }) => `${field} ${message}`).join('; ')
  return `Reason: ${[said, named].filter(Boolean).join(': ') || 'none given'}.`.replace(/\.\.$/, '.')
}

const codeOf = (status: number, body: ErrorBody | undefined): TidingsErrorCode => {
  if (body?.code === notSetUp) return notSetUp
  if (status === 401) return 'TIDINGS_104'
  return status === 403 ? 'TIDINGS_105' : 'TIDINGS_103'
}

const cureOf = (status: number, code: TidingsErrorCode, retryAfter: number | undefined): string => {
  if (code === notSetUp) return 'The log of the server that answered names the cause and its fix.'
  if (status === 401) return 'Sign in again. On a server, check the API key.'
  if (status === 403) return 'Request only the inbox of the subscriber who is signed in.'
  if (status === 404) return 'Check that the subscriber exists and that `baseUrl` is correct.'
  if (retryAfter !== undefined) return `Try again in ${Math.ceil(retryAfter / 1000)} s.`
  if (status >= 500 || [408, 409, 425, 429].includes(status)) return 'Try again later.'
  return 'Correct the request and send it again.'
}

/** Whether a thrown value is an `HttpError`, whichever copy of the package threw it. */
export const isHttpError = isKind<HttpError>('http')

/**
 * The proxy's `code` in the body of a 500 whose cause is the site's own set-up: a refused API key, a failing `authenticate`.
 * A retry can't cure it. The page learns that much and no details; the server's log has them.
 */
export const notSetUp = 'TIDINGS_311' satisfies TidingsErrorCode

/** Whether a call failed because the proxy is not set up correctly. */
export const isNotSetUp = (error: unknown): boolean => isTidingsError(error) && error.code === notSetUp
