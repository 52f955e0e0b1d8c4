import type { ErrorBody } from '../contract/errorBody.ts'
import type { FieldIssue } from '../contract/fieldIssues.ts'
import { errorBody } from '../contract/inbox/generatedGuards.ts'
import { type Guard, ifValid, nothing } from '../contract/inbox/guard.ts'
import { openEnvelope } from '../contract/inbox/openEnvelope.ts'
import { isObject } from '../contract/isObject.ts'
import { ContractError } from './errors/ContractError.ts'
import { HttpError } from './errors/HttpError.ts'
import type { TidingsFactory, TidingsTask } from './errors/TidingsError.ts'
import { readRetryAfter } from './readRetryAfter.ts'

/** A response whose body has arrived. */
export interface ReceivedResponse {
  status: number
  headers: Headers
  text: string
}

export interface SentRequest {
  task: TidingsTask
  /** The function that created the client, if it may be the cause of a failure. */
  factory?: TidingsFactory
  /** The client's `baseUrl`, for messages. */
  baseUrl: string
  attempts: number
  now: number
}

/**
 * Reads a response, with or without an envelope.
 * @throws HttpError for an error status. ContractError for a successful response that is invalid.
 */
export const readResponse = <Result>(
  response: ReceivedResponse,
  guard: Guard<Result>,
  request: SentRequest,
): Result => {
  const { status, headers, text } = response
  if (status < 200 || status > 299) throw readFailure(response, request)
  const { task, baseUrl } = request
  const json = guard === nothing ? { value: null } : parseJson(text)
  if (json === undefined)
    throw new ContractError(task, [{ field: '', message: `is ${nameOf(text, headers, baseUrl)}` }])
  const issues: FieldIssue[] = []
  const result = guard(openEnvelope(json.value), issues)
  if (issues.length > 0) throw new ContractError(task, issues)
  return result
}

const readErrorField = ifValid(errorBody)

/** A gateway may respond with anything, so each invalid field is dropped. */
const readErrorBody = (value: unknown): ErrorBody | undefined =>
  isObject(value)
    ? Object.assign({}, ...Object.entries(value).map(([name, field]) => readErrorField({ [name]: field })))
    : undefined

export const readFailure = ({ status, headers, text }: ReceivedResponse, request: SentRequest): HttpError => {
  const json = parseJson(text)
  const body = readErrorBody(json?.value)
  return new HttpError(request.task, {
    ...request,
    status,
    body,
    requestId: headers.get('x-request-id') ?? body?.errorId,
    retryAfter: readRetryAfter(headers, request.now),
    unreadable: json === undefined ? nameOf(text, headers, request.baseUrl) : undefined,
  })
}

/** The value is boxed: `null` is JSON too. */
const parseJson = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

const nameOf = (text: string, headers: Headers, baseUrl: string) => {
  const found = text.trim() === '' ? 'an empty body' : (headers.get('content-type')?.split(';')[0] ?? 'plain text')
  return `${found} instead of JSON, from ${baseUrl || '/'}`
}
