import type { OperationName } from '../../contract/operations.ts'

/** The kinds of error, one per class: what a `switch` over `error.kind` has to cover. */
export type TidingsErrorKind = 'network' | 'timeout' | 'http' | 'contract' | 'request' | 'limit' | 'partial'

/** What was being done: one of the eight operations, or the making of a client or a proxy. */
export type TidingsTask = OperationName | TidingsFactory
export type TidingsFactory = 'createInboxClient' | 'createServiceClient' | 'createInboxProxy'

/** The three parts of an error's message, a sentence each. */
export interface Explanation {
  /** What happened. */
  what: string
  /** Why it happened, as far as it is known. */
  why?: string | undefined
  /** What to do about it. */
  cure: string
}

// In the registry that all copies of the package share, so that a guard from one copy knows an error from another.
const brand: unique symbol = Symbol.for('tidings.error') as never

/** The base of every error that a client throws on its own account. Its message says what, why and the cure. */
export abstract class TidingsError extends Error {
  abstract readonly kind: TidingsErrorKind
  /** What was being done. */
  readonly operation: TidingsTask
  readonly [brand] = true

  constructor(operation: TidingsTask, { what, why, cure }: Explanation, options?: ErrorOptions) {
    super([`${operation}: ${what}`, why, cure].filter(Boolean).join(' '), options)
    this.operation = operation
  }
}

/** Whether a thrown value is an error of this package, whichever copy of the package threw it. */
export const isTidingsError = (thrown: unknown): thrown is TidingsError =>
  typeof thrown === 'object' && thrown !== null && brand in thrown

/** Makes the guard of one kind of error. */
export const isKind =
  <Kind extends TidingsError>(kind: Kind['kind']) =>
  (thrown: unknown): thrown is Kind =>
    isTidingsError(thrown) && thrown.kind === kind
