import * as z from 'zod/mini'
import { openEnvelope } from '../contract/answerSchema.ts'
import { errorBody, type ErrorBody } from '../contract/errorBody.ts'
import { describeIssues } from '../contract/fieldIssues.ts'
import type { Operation } from '../contract/operation.ts'
import { ContractError } from './errors/ContractError.ts'
import { HttpError } from './errors/HttpError.ts'
import type { TidingsTask } from './errors/TidingsError.ts'

/**
 * How long an answer asks to wait, from its `Retry-After`: seconds, or an HTTP date.
 * @param now milliseconds since 1970, for an answer that does not tell its own time: a date is measured by the
 * clock of the server that wrote it, since the reader's may be wrong by hours.
 * @returns milliseconds, or undefined where the header is missing or unreadable.
 */
const readRetryAfter = (headers: Headers, now: number): number | undefined => {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  // Date.parse reads almost anything ("-1", "soon 3") as some date: only the forms of HTTP begin with a day's name.
  const then = /^[a-z]{3,9},? /i.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(then)) return undefined
  const date = Date.parse(headers.get('date') ?? '')
  return Math.max(0, then - (Number.isNaN(date) ? now : date))
}

/** An answer whose body has arrived. */
export interface Answer {
  status: number
  headers: Headers
  text: string
}

/** Where an answer belongs. */
interface Question<Called extends Operation> {
  task: TidingsTask
  operation: Called
  /** The client's address, for messages. */
  baseUrl: string
  attempts: number
  now: number
}

/**
 * Reads an answer, in its envelope or without one.
 * @throws HttpError for an error status; ContractError for a good answer that can't be read.
 */
export const readAnswer = <Called extends Operation>(
  { status, headers, text }: Answer,
  question: Question<Called>,
): z.output<Called['answer']> => {
  const { task, operation, baseUrl, attempts, now } = question
  const json = parseJson(text)
  const unreadable = json === undefined ? `${nameOf(text, headers)} instead of JSON, from ${baseUrl || '/'}` : undefined
  if (status < 200 || status > 299) {
    const body = readErrorBody(json?.value)
    const requestId = headers.get('x-request-id') ?? body?.errorId
    const retryAfter = readRetryAfter(headers, now)
    throw new HttpError(task, { status, body, requestId, retryAfter, unreadable, attempts })
  }
  if (json === undefined) throw new ContractError(task, [{ field: '', message: `is ${unreadable}` }])
  const value = openEnvelope(json.value)
  const read = z.safeParse<Called['answer']>(operation.answer, value)
  if (!read.success) throw new ContractError(task, describeIssues(read.error.issues, value))
  return read.data
}

/** A gateway may answer anything: what fits the error body is kept, and one odd field does not cost the others. */
const readErrorBody = (value: unknown): ErrorBody | undefined => {
  const whole = errorBody.safeParse(value)
  if (whole.success) return whole.data
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const odd = new Set(whole.error.issues.map(({ path }) => path[0]))
  return errorBody.safeParse(Object.fromEntries(Object.entries(value).filter(([key]) => !odd.has(key)))).data
}

/** The value is boxed: `null` is JSON too. */
const parseJson = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

const nameOf = (text: string, headers: Headers) =>
  text.trim() === '' ? 'an empty body' : (headers.get('content-type')?.split(';')[0] ?? 'plain text')
