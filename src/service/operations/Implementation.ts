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

/** What an operation reports. The service uses it after the commit. */
export interface OperationReport {
  /** The ids of subscribers whose messages the operation creates or changes. They get a hint. */
  changed: Set<string>
  /** The number of messages that the operation creates. */
  messageCount: number
}

/** The report of an operation that has done nothing yet. */
export const emptyReport = (): OperationReport => ({ changed: new Set(), messageCount: 0 })

/** The environment of an operation. */
export interface OperationContext {
  /** The transaction of the operation. */
  trx: Trx
  /** Receives what the operation reports. */
  report: OperationReport
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
