import type { Subscriber } from '../../contract/subscriber.ts'
import type { SubscriberRow } from '../database/tables.ts'
import type { Catalog } from '../workspace/catalog.ts'
import { profileOf } from './profile.ts'

/** A stored subscriber as the interface shows it (2.1). */
export const toSubscriber = (row: SubscriberRow, catalog: Catalog): Subscriber => ({
  _id: row.id,
  subscriberId: row.subscriber_id,
  _organizationId: catalog.organizationId,
  _environmentId: catalog.environmentId,
  ...profileOf(row),
  channels: row.channels,
  topics: [],
  // Nothing in the interface tells the service who is online.
  isOnline: null,
  lastOnlineAt: null,
  deleted: false,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  __v: row.version,
})
