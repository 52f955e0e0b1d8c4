import type { SubscriberEntry } from '../../contract/bulkSubscribers.ts'
import type { Subscriber } from '../../contract/subscriber.ts'
import type { ProfileColumns, SubscriberRow } from '../database/tables.ts'
import type { Catalog } from '../workspace/catalog.ts'

/** The fields of a subscriber that clients write, without its id. */
export type Profile = Omit<SubscriberEntry, 'subscriberId'>

/** The column of each profile field, in the order of docs/interface.md. */
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

/** Reads the profile of a stored subscriber. Fields that were never written are null. */
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

/** Converts a profile to columns. Missing fields are null. */
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

/** A stored subscriber with other fields. Fields that the profile omits keep their value. */
export const withProfile = (row: SubscriberRow, profile: Profile, time: Date): SubscriberRow => {
  const changes = Object.entries(profileColumns).flatMap(([field, column]) => {
    const value = profile[field as keyof Profile]
    return value === undefined ? [] : [[column, value] as const]
  })
  return { ...row, ...Object.fromEntries(changes), version: row.version + 1, updated_at: time }
}

/** Converts a stored subscriber to the form that the API returns. */
export const toSubscriber = (row: SubscriberRow, catalog: Catalog): Subscriber => ({
  _id: row.id,
  subscriberId: row.subscriber_id,
  _organizationId: catalog.organizationId,
  _environmentId: catalog.environmentId,
  ...profileOf(row),
  channels: row.channels,
  topics: [],
  // No operation of the interface reports whether a subscriber is online.
  isOnline: null,
  lastOnlineAt: null,
  deleted: false,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  __v: row.version,
})
