import type { FieldIssue } from '../../contract/fieldIssues.ts'

export const joinIssues = (issues: readonly FieldIssue[]): string =>
  issues.map(({ field, message }) => `${field || 'it'} ${message}`).join('; ')

/** An error response of the service. The message is for the developer of the client. */
export class Refusal extends Error {
  override readonly name: string = 'Refusal'
  readonly status: number
  readonly headers: Record<string, string>

  constructor(status: number, message: string, options: ErrorOptions & { headers?: Record<string, string> } = {}) {
    super(message, options)
    this.status = status
    this.headers = options.headers ?? {}
  }
}

/** A subscriber that does not exist: 404. */
export class UnknownSubscriberError extends Refusal {
  override readonly name = 'UnknownSubscriberError'

  constructor(subscriberId: string) {
    super(
      404,
      `Subscriber ${JSON.stringify(subscriberId)} does not exist. ` +
        'Create it with bulk create subscribers, or trigger an event for it.',
    )
  }
}

/** Limits of an error response: it may be stored for a day under an idempotency key. */
const mostIssues = 20
const longestField = 200

/** A query or a body that violates the contract: 422, with the first issues by field. */
export class ValidationError extends Refusal {
  override readonly name = 'ValidationError'
  /** The first issues, with shortened field names. */
  readonly issues: readonly FieldIssue[]

  constructor(found: readonly FieldIssue[]) {
    const issues = found
      .slice(0, mostIssues)
      .map(({ field, message }) => ({ field: field.slice(0, longestField), message }))
    super(422, `The request can't be used: ${joinIssues(issues)}`)
    this.issues = issues
  }
}
