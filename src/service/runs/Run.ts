import type { StoredEvent, SubscriberRow } from '../database/tables.ts'
import type { CatalogWorkflow } from '../workspace/catalog.ts'

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

/** The most events that a run remembers: the newest ones. */
export const mostEvents = 100
