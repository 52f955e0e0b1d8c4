import { randomUUID } from 'node:crypto'
import { isUnavailable } from '../database/DatabaseError.ts'
import { HttpError, ValidationError } from './HttpError.ts'

/** An answer before it is sent. */
export interface Answer {
  status: number
  /** JSON text. */
  body: string
  headers?: Record<string, string>
}

/** A good answer. */
export const answerWith = (status: number, value: unknown): Answer => ({
  status,
  body: JSON.stringify(value),
})

/** What an error answer says of the request. */
interface Asked {
  path: string
  time: Date
}

/** An error answer, in production's form: the interface shows none (part 7). It names fields, and quotes none of their values. */
export const answerError = (error: HttpError, { path, time }: Asked): Answer => ({
  status: error.status,
  headers: error.headers,
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

/** The answer to a failure that is ours: all of it goes to the log, an id to the client. */
export const answerFailure = (error: unknown, { path, time }: Asked, log: (line: string) => void): Answer => {
  const errorId = randomUUID()
  log(`${errorId} ${path}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
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
      errorId,
    }),
  }
}

/** Sends an answer. */
export const toResponse = ({ status, body, headers }: Answer): Response =>
  new Response(body, { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers } })
