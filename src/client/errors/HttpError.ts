import type { ErrorBody } from '../../contract/errorBody.ts'
import type { FieldIssue } from '../../contract/fieldIssues.ts'
import type { TidingsErrorCode } from './errorCode.ts'
import { isKind, isTidingsError, TidingsError, type TidingsFactory, type TidingsTask } from './TidingsError.ts'
import { inDevelopment } from './warnOnce.ts'

interface HttpFailure {
  status: number
  /** The response's body, if it has the service's form. */
  body: ErrorBody | undefined
  requestId: string | undefined
  retryAfter: number | undefined
  /** Description of a body that is not JSON: "text/html", "an empty body". */
  unreadable: string | undefined
  attempts: number
  /** The function that created the client. The cure depends on it. */
  factory?: TidingsFactory
}

/** An error response of the service, or of a server in front of it. */
export class HttpError extends TidingsError {
  override readonly name = 'HttpError'
  readonly kind = 'http'
  /** HTTP status: 401, 404, 503. */
  declare readonly status: number
  /** Body of the response. Undefined if it does not have the service's form, as a gateway's HTML page. */
  declare readonly body: ErrorBody | undefined
  /** Problems of the request, one per field (422). Empty if the service named none. */
  declare readonly fields: readonly FieldIssue[]
  /** `x-request-id` of the response, or `errorId` of its body. The service's operator finds the request by it. */
  declare readonly requestId: string | undefined
  /** Delay that the service requests in `Retry-After`, in milliseconds. Undefined if it requests none. */
  declare readonly retryAfter: number | undefined
  /** Number of attempts, including the one with this response: 1 without a retry. */
  declare readonly attempts: number

  constructor(operation: TidingsTask, failure: HttpFailure) {
    const { status, body, requestId, retryAfter, unreadable, attempts } = failure
    const fields = fieldsOf(body)
    const code = codeOf(status, body)
    super(code, operation, {
      what: `the service returned ${status}${attempts > 1 ? ` after ${attempts} attempts` : ''}.`,
      why: whyOf(body, fields, unreadable) + (requestId === undefined ? '' : ` Request id: ${requestId}.`),
      cure: inDevelopment(() => process.env.NODE_ENV !== 'production' && cureOf(failure, code)),
    })
    Object.assign(this, { status, body, fields, requestId, retryAfter, attempts })
  }
}

const fieldsOf = (body: ErrorBody | undefined): FieldIssue[] =>
  Object.entries(body?.errors ?? {}).flatMap(([field, { messages }]) => messages.map((message) => ({ field, message })))

const whyOf = (body: ErrorBody | undefined, fields: FieldIssue[], unreadable: string | undefined): string => {
  if (unreadable !== undefined) return `The response is ${unreadable}, from a gateway or another server.`
  const message = [body?.message ?? []].flat().join('; ')
  const named = fields.map((issue) => `${issue.field} ${issue.message}`).join('; ')
  return `Reason: ${[message, named].filter(Boolean).join(': ') || 'none given'}.`.replace(/\.\.$/, '.')
}

const codeOf = (status: number, body: ErrorBody | undefined): TidingsErrorCode => {
  if (body?.code === notSetUp) return notSetUp
  if (status === 401) return 'TIDINGS_104'
  return status === 403 ? 'TIDINGS_105' : 'TIDINGS_103'
}

const cureOf = ({ status, retryAfter, unreadable, factory }: HttpFailure, code: TidingsErrorCode): string => {
  if (code === notSetUp) return 'The log of the server that answered names the cause and its fix.'
  if (status === 401) {
    if (factory === 'createInboxClient')
      return 'Sign in again. If you are signed in, `authenticate` of the proxy returned no id.'
    const [address, holder] = factory === 'createInboxProxy' ? ['serviceUrl', 'proxy'] : ['baseUrl', 'client']
    return (
      `The service at \`${address}\` does not accept the \`apiKey\` of this ${holder}. Pass the key that it was ` +
      'started with.'
    )
  }
  if (status === 403) return 'Request only the inbox of the subscriber who is signed in.'
  if (status === 404)
    return 'Check that the subscriber exists, that `baseUrl` is correct, and that your development server forwards it.'
  if (retryAfter !== undefined) return `Try again in ${Math.ceil(retryAfter / 1000)} s.`
  if (status >= 500 && unreadable !== undefined && factory === 'createInboxClient')
    return 'Check that the server of your proxy runs, and that your development server forwards to its port.'
  if (status >= 500 || [408, 409, 425, 429].includes(status)) return 'Try again later.'
  return 'Correct the request and send it again.'
}

/** Whether a thrown value is an `HttpError`, whichever copy of the package threw it. */
export const isHttpError = isKind<HttpError>('http')

/**
 * The `code` in the proxy's 500 response to an error of the set-up: a rejected API key, a failing `authenticate`. A
 * retry can't succeed. The response contains no details; the server's log does.
 */
export const notSetUp = 'TIDINGS_311' satisfies TidingsErrorCode

/** Whether a call failed because the proxy is not set up correctly. */
export const isNotSetUp = (error: unknown): boolean => isTidingsError(error) && error.code === notSetUp
