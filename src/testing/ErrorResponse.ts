import type * as z from 'zod/mini'
import { describeIssues, type FieldIssue } from '../contract/fieldIssues.ts'

/** Optional parts of an error response. */
interface ErrorResponseDetails {
  /** The invalid fields. Default: none. */
  issues?: readonly FieldIssue[]
  /** Additional headers. Default: none. */
  headers?: Record<string, string>
}

/** The response to a request that the test service rejects, with the status and body of the real service. */
export class ErrorResponse extends Error {
  readonly status: number
  readonly issues: readonly FieldIssue[]
  readonly headers: Record<string, string>

  constructor(status: number, message: string, { issues = [], headers = {} }: ErrorResponseDetails = {}) {
    super(message)
    this.status = status
    this.issues = issues
    this.headers = headers
  }

  /** @param now milliseconds since 1970. */
  toResponse(path: string, now: number): Response {
    // A Map instead of an object while it is filled: a field may be named "constructor".
    const messages = new Map<string, string[]>()
    for (const { field, message } of this.issues) messages.set(field, [...(messages.get(field) ?? []), message])
    const errors = Object.fromEntries([...messages].map(([field, texts]) => [field, { messages: texts }]))
    const timestamp = new Date(now).toISOString()
    return Response.json(
      {
        statusCode: this.status,
        timestamp,
        path,
        message: this.message,
        ...(this.issues.length > 0 && { errors }),
      },
      { status: this.status, headers: this.headers },
    )
  }
}

/** A request with invalid fields: 422. */
export const invalid = (issues: readonly FieldIssue[]) =>
  new ErrorResponse(422, 'The request is not valid.', { issues })

/** Validates a body. Throws an ErrorResponse as the service does. */
export const check = <Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> => {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  throw invalid(describeIssues(read.error.issues))
}

/**
 * Validates a query. Throws an ErrorResponse as the service does.
 * @param lists names of parameters that may be repeated.
 */
export const checkQuery = <Schema extends z.ZodMiniType>(
  schema: Schema,
  query: URLSearchParams,
  lists: readonly string[] = [],
): z.output<Schema> => {
  const names = [...new Set(query.keys())]
  const repeated = names.filter((name) => query.getAll(name).length > 1 && !lists.includes(name))
  if (repeated.length > 0) throw invalid(repeated.map((field) => ({ field, message: 'appears more than once' })))
  return check(
    schema,
    Object.fromEntries(names.map((name) => [name, lists.includes(name) ? query.getAll(name) : query.get(name)])),
  )
}
