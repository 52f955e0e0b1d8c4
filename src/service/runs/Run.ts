import type { RunRow, StoredEvent, SubscriberRow } from '../database/tables.ts'
import { newId } from '../ids.ts'
import type { CatalogWorkflow } from '../workspace/catalog.ts'
import type { CatalogStep } from '../workspace/compileSteps.ts'

/** A workflow on its way through its steps, for one recipient. */
export interface Run {
  workflow: CatalogWorkflow
  recipient: SubscriberRow
  /** Its newest event. */
  event: StoredEvent
  /** Its newest events, oldest first: one, or those of a digest. */
  events: readonly StoredEvent[]
  /** The number of all its events. */
  total: number
  notificationId: string
  /** Ids of the notifications that it has shown, by the name of their step. */
  shown: Record<string, string[]>
}

/** A run as it is stored while it waits at a step. It is due at once. */
export const toRow = (run: Run, step: CatalogStep, environmentId: string, time: Date): RunRow => ({
  id: newId(time),
  environment_id: environmentId,
  subscriber_key: run.recipient.id,
  workflow: run.workflow.identifier,
  step: step.name,
  digest_key: null,
  waits_for: null,
  due_at: time,
  notification_id: run.notificationId,
  shown: run.shown,
  events: [...run.events],
  total_count: run.total,
  transaction_ids: run.events.map(({ transactionId }) => transactionId),
  last_event_at: time,
})
