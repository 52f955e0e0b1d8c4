import type { BehaviorRules } from '../../contract/behavior.ts'
import type { Trx } from '../database/tables.ts'
import type { Catalog } from '../workspace/catalog.ts'

/** A request before validation. */
interface OperationRequest {
  /** From the path, decoded. Empty if the path has none. */
  subscriberId: string
  /** The query parameters. */
  query: URLSearchParams
  /** The parsed JSON body. undefined if the operation takes none. */
  body: unknown
}

/** The environment of an operation. */
interface OperationContext {
  /** The transaction of the operation. */
  trx: Trx
  /**
   * Receives the ids of subscribers whose messages the operation creates or changes. They get a hint after the commit.
   */
  changed: Set<string>
  /** The workspace. */
  catalog: Catalog
  /** The time of the request. */
  time: Date
  /** Receives a line for the operator of the service. */
  log: (line: string) => void
  /** How to respond where services differ. */
  rules: BehaviorRules
}

/**
 * One operation in two steps. The first validates the request and throws an HttpError before the database is used. The
 * second does the work inside one transaction and returns the result.
 */
export type Implementation<Result = unknown> = (
  request: OperationRequest,
) => (context: OperationContext) => Promise<Result>
