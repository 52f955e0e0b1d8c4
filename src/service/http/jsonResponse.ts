import { textResponse } from '../../node/textResponse.ts'
import { isUnavailable } from '../database/DatabaseError.ts'
import type { logOfRequest } from '../log.ts'
import { Refusal, ValidationError } from './Refusal.ts'

/** A response before it is sent. */
export interface JsonResponse {
  status: number
  /** The body, as JSON. Empty with the status 204. */
  body: string
  headers?: Record<string, string>
  /** The message of a refusal. A repeated response has none. */
  reason?: string
}

export const jsonResponse = (status: number, value: unknown): JsonResponse => ({
  status,
  body: JSON.stringify(value),
})

/** The part of the request that an error response repeats. */
interface ErrorContext {
  path: string
  time: Date
}

/**
 * An error response in the format of Novu's API, because the interface defines none. It names fields but contains none
 * of their values.
 */
export const errorResponse = (error: Refusal, { path, time }: ErrorContext): JsonResponse => ({
  status: error.status,
  headers: error.headers,
  reason: error.message,
  body: JSON.stringify({
    statusCode: error.status,
    timestamp: time.toISOString(),
    path,
    message: error.message,
    ...(error instanceof ValidationError && { errors: byField(error) }),
  }),
})

const byField = ({ issues }: ValidationError) => {
  const fields = new Map<string, { messages: string[] }>()
  for (const { field, message } of issues) {
    const found = fields.get(field) ?? { messages: [] }
    found.messages.push(message)
    fields.set(field, found)
  }
  return Object.fromEntries(fields)
}

/** The response to an internal failure: the log gets the error, the client gets the id of its request. */
export const failureResponse = (
  error: unknown,
  { path, time, requestId }: ErrorContext & { requestId: string },
  log: ReturnType<typeof logOfRequest>,
): JsonResponse => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  log(`${path}: ${text}`, 'error')
  const unavailable = isUnavailable(error)
  return {
    status: unavailable ? 503 : 500,
    headers: unavailable ? { 'retry-after': '1' } : {},
    body: JSON.stringify({
      statusCode: unavailable ? 503 : 500,
      timestamp: time.toISOString(),
      path,
      message: unavailable
        ? 'The database does not respond. The request may have had no effect. Try again.'
        : 'The service failed. Search its log for this errorId.',
      errorId: requestId,
    }),
  }
}

export const toResponse = ({ status, body, headers }: JsonResponse): Response =>
  status === 204
    ? new Response(null, { status, headers: headers ?? {} })
    : textResponse(body, { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers } })
