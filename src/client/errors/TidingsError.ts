import type { ExtensionName } from '../../contract/extensions/extensionOperations.ts'
import type { OperationName } from '../../contract/operations.ts'
import { errorPage, type TidingsErrorCode } from './errorCode.ts'

/** The kinds of errors, one per class. A `switch` over `error.kind` must cover them. */
export type TidingsErrorKind = 'network' | 'timeout' | 'http' | 'contract' | 'request' | 'limit' | 'partial' | 'setup'

/** The task that failed: an operation, the creation of a client, proxy or service, or a part of the host app. */
export type TidingsTask = OperationName | ExtensionName | TidingsFactory | TidingsPart

/** The functions that create a client, a proxy, a service, a history or a hash. */
export type TidingsFactory =
  | 'createInboxClient'
  | 'createServiceClient'
  | 'createInboxProxy'
  | 'createService'
  | 'seedHistory'
  | 'signSubscriber'
type TidingsPart =
  | 'Inbox'
  | 'NotificationItem'
  | 'kinds'
  | 'resolveHref'
  | 'authenticate'
  | 'toNodeHandler'
  | 'hub.publish'
  | 'useInbox'
  | 'streamHints'
  | 'persist'
  | 'sanitizeHtml'
  | 'tidings/testing'

/** The three parts of an error's message, a sentence each. */
interface Explanation {
  what: string
  /** Why it happened. Undefined if the reason is unknown. */
  why?: string | undefined
  /** How to fix it. Production builds omit it: the error's page contains it too. */
  cure?: string | undefined
}

// In the global registry, so that a guard of one copy of the package recognizes an error of another copy.
const brand: unique symbol = Symbol.for('tidings.error') as never

/**
 * The base of all errors of the package. Its message says what happened, why and how to fix it, and links the error's
 * page.
 */
export abstract class TidingsError extends Error {
  /** Name of the error's class: "HttpError". */
  abstract override readonly name: string
  /** Kind of the error, for a `switch`: "http". */
  abstract readonly kind: TidingsErrorKind
  /** Stable code of the error, and name of its page: "TIDINGS_101". */
  declare readonly code: TidingsErrorCode
  /** Task that failed: "getFeed". */
  declare readonly operation: TidingsTask
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

/** @__NO_SIDE_EFFECTS__ */
export const isKind =
  <Kind extends TidingsError>(kind: Kind['kind']) =>
  (thrown: unknown): thrown is Kind =>
    isTidingsError(thrown) && thrown.kind === kind

/** Converts a thrown value to an Error. JavaScript can throw any value. */
export const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))
