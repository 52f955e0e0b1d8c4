import type { FieldIssue } from '../contract/fieldIssues.ts'

/** What the proxy answers when it does not give an operation's answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  /** What is wrong with the request, field by field. */
  readonly fields: readonly FieldIssue[]
  /** The body's `code`, for errors that a page must tell from others of the same status. */
  readonly code: string | undefined
  /** Headers that belong to the status: `allow`, `retry-after`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    message: string,
    {
      fields = [],
      headers = {},
      code,
    }: { fields?: readonly FieldIssue[]; headers?: Record<string, string>; code?: string } = {},
  ) {
    super(message)
    this.status = status
    this.fields = fields
    this.headers = headers
    this.code = code
  }
}
