import type { BehaviorRules } from '../../contract/behavior.ts'
import type { Trx } from '../database/tables.ts'
import type { Catalog } from '../workspace/catalog.ts'

/** What a request says, before it is checked. */
interface OperationRequest {
  subscriberId: string
  query: URLSearchParams
  body: unknown
}

/** What an operation works with. */
interface OperationContext {
  trx: Trx
  catalog: Catalog
  /** Now. */
  time: Date
  /** Takes a line for whoever runs the service. */
  log: (line: string) => void
  /** How the service answers where services differ. */
  rules: BehaviorRules
}

/**
 * One operation, in two steps: the first checks the request and throws an HttpError for a bad one, before the
 * database is touched; the second does the work inside one transaction and gives the answer.
 */
export type Implementation<Result = unknown> = (
  request: OperationRequest,
) => (context: OperationContext) => Promise<Result>
