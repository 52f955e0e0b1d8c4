import type * as z from 'zod/mini'
import { describeIssues, type FieldIssue } from '../contract/fieldIssues.ts'

/** A request that the test service refuses, with the status and body that the service answers. */
export class Refusal extends Error {
  readonly status: number
  readonly issues: readonly FieldIssue[]

  constructor(status: number, message: string, issues: readonly FieldIssue[] = []) {
    super(message)
    this.status = status
    this.issues = issues
  }

  toResponse(path: string): Response {
    const errors = this.issues.map(({ field, message }) => [field, { messages: [message] }])
    const body = { statusCode: this.status, message: this.message, path, timestamp: new Date(0).toISOString() }
    return Response.json(errors.length > 0 ? { ...body, errors: Object.fromEntries(errors) } : body, {
      status: this.status,
    })
  }
}

/** Reads a query or body by its schema, or refuses it as the service does. */
export const check = <Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> => {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  throw new Refusal(422, 'Validation Error', describeIssues(read.error.issues))
}
