import * as z from 'zod/mini'
import { openEnvelope } from '../contract/answerSchema.ts'
import { errorBody, type ErrorBody } from '../contract/errorBody.ts'
import { describeIssues } from '../contract/fieldIssues.ts'
import type { Operation } from '../contract/operation.ts'
import { ContractError } from './errors/ContractError.ts'
import { HttpError } from './errors/HttpError.ts'
import type { TidingsTask } from './errors/TidingsError.ts'

/**
 * Reads the `Retry-After` of a response: seconds, or an HTTP date.
 * @param now milliseconds since 1970, for a response without a `Date`. A `Retry-After` date is compared with the
 * server's clock, since this machine's may be wrong by hours.
 * @returns milliseconds. Undefined if the header is missing or invalid.
 */
const readRetryAfter = (headers: Headers, now: number): number | undefined => {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  // Date.parse accepts almost any text ("-1", "soon 3"). Only the date formats of HTTP begin with the name of a day.
  const then = /^[a-z]{3,9},? /i.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(then)) return undefined
  const date = Date.parse(headers.get('date') ?? '')
  return Math.max(0, then - (Number.isNaN(date) ? now : date))
}

/** A response whose body has arrived. */
export interface Answer {
  status: number
  headers: Headers
  text: string
}

/** The request of a response. */
export interface AnsweredRequest {
  task: TidingsTask
  /** The client's `baseUrl`, for messages. */
  baseUrl: string
  attempts: number
  now: number
}

/**
 * Reads a response, with or without an envelope.
 * @throws HttpError for an error status. ContractError for a successful response that is invalid.
 */
export const readAnswer = <Called extends Operation>(
  answer: Answer,
  operation: Called,
  request: AnsweredRequest,
): z.output<Called['answer']> => {
  const { status, headers, text } = answer
  if (status < 200 || status > 299) throw readFailure(answer, request)
  const { task, baseUrl } = request
  const json = parseJson(text)
  if (json === undefined)
    throw new ContractError(task, [{ field: '', message: `is ${nameOf(text, headers, baseUrl)}` }])
  const value = openEnvelope(json.value)
  const read = z.safeParse<Called['answer']>(operation.answer, value)
  if (!read.success) throw new ContractError(task, describeIssues(read.error.issues, value))
  return read.data
}

/** Reads a response with an error status. */
export const readFailure = (
  { status, headers, text }: Answer,
  { task, baseUrl, attempts, now }: AnsweredRequest,
): HttpError => {
  const json = parseJson(text)
  const body = readErrorBody(json?.value)
  return new HttpError(task, {
    status,
    body,
    requestId: headers.get('x-request-id') ?? body?.errorId,
    retryAfter: readRetryAfter(headers, now),
    unreadable: json === undefined ? nameOf(text, headers, baseUrl) : undefined,
    attempts,
  })
}

/**
 * A gateway may respond with anything. The valid fields of an error body are read; an invalid one does not affect the
 * others.
 */
const readErrorBody = (value: unknown): ErrorBody | undefined => {
  const whole = errorBody.safeParse(value)
  if (whole.success) return whole.data
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const invalid = new Set(whole.error.issues.map(({ path }) => path[0]))
  return errorBody.safeParse(Object.fromEntries(Object.entries(value).filter(([key]) => !invalid.has(key)))).data
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
