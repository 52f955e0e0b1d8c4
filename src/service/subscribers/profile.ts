import type { SubscriberEntry } from '../../contract/bulkSubscribers.ts'
import type { Subscriber } from '../../contract/subscriber.ts'
import type { ProfileColumns, SubscriberRow } from '../database/tables.ts'
import type { Catalog } from '../workspace/catalog.ts'

/** What a client writes of a subscriber, without its id. */
export type Profile = Omit<SubscriberEntry, 'subscriberId'>

/** Each field of a profile and its column, in the order of the interface (4.4). */
export const profileColumns = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  avatar: 'avatar',
  locale: 'locale',
  timezone: 'timezone',
  data: 'data',
} as const satisfies Record<keyof Profile, keyof ProfileColumns>

/** Reads a profile out of a stored subscriber: every field, null where it was never written. */
export const profileOf = (row: SubscriberRow) => ({
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  phone: row.phone,
  avatar: row.avatar,
  locale: row.locale,
  timezone: row.timezone,
  data: row.data,
})

/** The columns of a profile as they are written: null where it says nothing. */
export const columnsOf = (profile: Profile) => ({
  first_name: profile.firstName ?? null,
  last_name: profile.lastName ?? null,
  email: profile.email ?? null,
  phone: profile.phone ?? null,
  avatar: profile.avatar ?? null,
  locale: profile.locale ?? null,
  timezone: profile.timezone ?? null,
  data: profile.data === undefined ? null : JSON.stringify(profile.data),
})

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
