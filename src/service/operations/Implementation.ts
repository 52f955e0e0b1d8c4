import type { BehaviorRules } from '../../contract/behavior.ts'
import type { Trx } from '../database/tables.ts'
import type { Addresser } from '../delivery/createDelivery.ts'
import type { Catalog } from '../workspace/catalog.ts'

/** A request before validation. */
interface OperationRequest {
  /** From the path, decoded. Empty if the path has none. */
  subscriberId: string
  /** The `{id}` in the path, decoded. Empty if the path has none. */
  id: string
  query: URLSearchParams
  /** The parsed JSON body. undefined if the operation takes none. */
  body: unknown
}

/** What an operation reports. The service uses it after the commit. */
export interface OperationReport {
  /** The ids of subscribers whose messages the operation creates or changes. They get a hint. */
  changed: Set<string>
  messageCount: number
  /** Whether a message waits to be sent that the operation stores. */
  sends: boolean
  /** When the snooze ends that the operation stores. undefined if it stores none. */
  snoozedUntil: Date | undefined
  /** When the first of the workflows goes on that the operation makes wait. undefined if it makes none wait. */
  nextRun: Date | undefined
}

export const emptyReport = (): OperationReport => ({
  changed: new Set(),
  messageCount: 0,
  sends: false,
  snoozedUntil: undefined,
  nextRun: undefined,
})

/** The environment of an operation. */
export interface OperationContext {
  trx: Trx
  report: OperationReport
  catalog: Catalog
  /** That of the database, if it is a server: the same for all processes. */
  time: Date
  /** Says who sends a new message, where to and when. */
  address: Addresser
  /** IANA zone of subscribers without one. */
  timeZone: string
  /** Receives a line for the operator of the service. */
  log: (line: string) => void
  rules: BehaviorRules
}

/**
 * One operation in two steps. The first validates the request and throws a Refusal before the database is used. The
 * second does the work inside one transaction and returns the result.
 */
export type Implementation<Result = unknown> = (
  request: OperationRequest,
) => (context: OperationContext) => Promise<Result>
