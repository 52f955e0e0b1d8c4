import type { FieldIssue } from '../../contract/fieldIssues.ts'
import { joinIssues } from '../joinIssues.ts'

/** A request that is answered with an error. The message is for whoever wrote the client. */
export class HttpError extends Error {
  override readonly name: string = 'HttpError'
  readonly status: number
  /** Headers that the answer carries besides the usual ones. */
  readonly headers: Record<string, string>

  constructor(status: number, message: string, options: ErrorOptions & { headers?: Record<string, string> } = {}) {
    super(message, options)
    this.status = status
    this.headers = options.headers ?? {}
  }
}

/** A subscriber that does not exist: 404. */
export class UnknownSubscriberError extends HttpError {
  override readonly name = 'UnknownSubscriberError'

  constructor(subscriberId: string) {
    super(
      404,
      `Subscriber ${JSON.stringify(subscriberId)} does not exist. ` +
        'Create it with bulk create subscribers, or trigger an event for it.',
    )
  }
}

/** Enough to see what is wrong. The answer may be kept for a day, under an idempotency key. */
const mostIssues = 20
const longestField = 200

/** A query or a body that breaks the contract: 422, with what is wrong field by field, as far as it helps. */
export class ValidationError extends HttpError {
  override readonly name = 'ValidationError'
  readonly issues: readonly FieldIssue[]

  constructor(found: readonly FieldIssue[]) {
    const issues = found
      .slice(0, mostIssues)
      .map(({ field, message }) => ({ field: field.slice(0, longestField), message }))
    super(422, `The request can't be used: ${joinIssues(issues)}`)
    this.issues = issues
  }
}
