import type { OperationName } from '../../contract/operations.ts'
import { errorPage, type TidingsErrorCode } from './errorCode.ts'

/** The kinds of error, one per class: what a `switch` over `error.kind` has to cover. */
export type TidingsErrorKind = 'network' | 'timeout' | 'http' | 'contract' | 'request' | 'limit' | 'partial' | 'setup'

/** What was being done: one of the eight operations, the making of something, or a part of the host's page or server. */
export type TidingsTask = OperationName | TidingsFactory | TidingsPart
export type TidingsFactory =
  | 'createInboxClient'
  | 'createServiceClient'
  | 'createInboxProxy'
  | 'createService'
  | 'signSubscriber'
type TidingsPart =
  | 'Inbox'
  | 'NotificationItem'
  | 'kinds'
  | 'authenticate'
  | 'toNodeHandler'
  | 'useInbox'
  | 'useFailedMarks'
  | 'persist'
  | 'sanitizeHtml'
  | 'tidings/testing'

/** The three parts of an error's message, a sentence each. */
export interface Explanation {
  /** What happened. */
  what: string
  /** Why it happened, as far as it is known. */
  why?: string | undefined
  /** What to do about it. Left out of production builds: the error's page says it too. */
  cure?: string | undefined
}

// In the registry that all copies of the package share, so that a guard from one copy knows an error from another.
const brand: unique symbol = Symbol.for('tidings.error') as never

/**
 * The base of every error that the package throws on its own account. Its message says what, why and the cure, and links
 * the error's page.
 */
export abstract class TidingsError extends Error {
  abstract readonly kind: TidingsErrorKind
  /** The error's stable name, and that of its page: "TIDINGS_101". */
  readonly code: TidingsErrorCode
  /** What was being done. */
  readonly operation: TidingsTask
  readonly [brand] = true

  constructor(
    code: TidingsErrorCode,
    operation: TidingsTask,
    { what, why, cure }: Explanation,
    options?: ErrorOptions,
  ) {
    super([`${operation}: ${what}`, why, cure, `See ${errorPage(code)}`].filter(Boolean).join(' '), options)
    this.code = code
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
