import { isDeepStrictEqual } from 'node:util'
import type { OnConflictBuilder, OnConflictUpdateBuilder } from 'kysely'
import type { SubscriberEntry } from '../../contract/bulkSubscribers.ts'
import { chunks, rowsPerStatement } from '../database/chunks.ts'
import { sql } from '../database/kysely.ts'
import { recordsOf } from '../database/records.ts'
import type { ProfileColumns, SubscriberRow, Tables, Trx } from '../database/tables.ts'
import { newId } from '../ids.ts'
import type { Catalog } from '../workspace/catalog.ts'
import { findSubscribers } from './findSubscribers.ts'
import { columnsOf, type Profile, profileColumns } from './profile.ts'

/**
 * Creates or updates subscribers, and locks them until the transaction ends. Fields that an entry omits keep their
 * value.
 * @param entries One entry per subscriberId: see mergeEntries.
 * @returns the stored subscribers. New ones have version 0.
 */
export const upsertSubscribers = (
  trx: Trx,
  catalog: Catalog,
  entries: readonly SubscriberEntry[],
  time: Date,
): Promise<SubscriberRow[]> => {
  const newOrStored = (column: keyof ProfileColumns) =>
    sql<string | null>`coalesce(${sql.ref(`excluded.${column}`)}, ${sql.ref(`subscribers.${column}`)})`
  return insertInLockOrder(trx, catalog, entries, time, (conflict) =>
    conflict.doUpdateSet({
      first_name: newOrStored('first_name'),
      last_name: newOrStored('last_name'),
      email: newOrStored('email'),
      phone: newOrStored('phone'),
      avatar: newOrStored('avatar'),
      locale: newOrStored('locale'),
      timezone: newOrStored('timezone'),
      data: newOrStored('data'),
      version: sql<number>`subscribers.version + 1`,
      updated_at: time,
    }),
  )
}

/** Creates the subscribers that don't exist, without fields, and locks all until the transaction ends. */
export const createOrLockSubscribers = async (
  trx: Trx,
  catalog: Catalog,
  subscriberIds: readonly string[],
  time: Date,
): Promise<SubscriberRow[]> => {
  const entries = subscriberIds.map((subscriberId) => ({ subscriberId }))
  await insertInLockOrder(trx, catalog, entries, time, (conflict) =>
    // Locks the existing ones without a new version of their rows, which it does not return.
    conflict.doUpdateSet({ version: sql<number>`subscribers.version` }).where(sql<boolean>`false`),
  )
  return [...(await findSubscribers(trx, catalog, subscriberIds)).values()]
}

type OnConflict = OnConflictBuilder<Tables, 'tidings.subscribers'>

/**
 * Creates subscribers, and locks those that exist, in one order. Creating the missing ones first would deadlock: a new
 * row is a lock too, so one call would wait for a row that another call has created while that waits for a lock.
 */
const insertInLockOrder = async (
  trx: Trx,
  catalog: Catalog,
  entries: readonly SubscriberEntry[],
  time: Date,
  onConflict: (conflict: OnConflict) => OnConflictUpdateBuilder<Tables, 'tidings.subscribers'>,
): Promise<SubscriberRow[]> => {
  const rows: SubscriberRow[] = []
  for (const part of chunks(inLockOrder(entries), rowsPerStatement))
    rows.push(
      ...(await trx
        .insertInto('tidings.subscribers')
        .values(part.map((entry) => newSubscriber(catalog, entry, time)))
        .onConflict((conflict) => onConflict(conflict.columns(['environment_id', 'subscriber_id'])))
        .returningAll()
        .execute()),
    )
  return rows
}

const newSubscriber = (catalog: Catalog, entry: SubscriberEntry, time: Date) => ({
  id: newId(time),
  environment_id: catalog.environmentId,
  subscriber_id: entry.subscriberId,
  ...columnsOf(entry),
  channels: '[]',
  from_workspace: null,
  version: 0,
  created_at: time,
  updated_at: time,
})

/** Stores the fields and channels of subscribers that the transaction has locked. */
export const storeProfiles = async (trx: Trx, changed: readonly SubscriberRow[]): Promise<void> => {
  for (const part of chunks(changed, rowsPerStatement)) {
    const rows = part.map((row) => ({
      id: row.id,
      first_name: row.first_name,
      last_name: row.last_name,
      email: row.email,
      phone: row.phone,
      avatar: row.avatar,
      locale: row.locale,
      timezone: row.timezone,
      data: row.data && JSON.stringify(row.data),
      channels: JSON.stringify(row.channels),
      version: row.version,
      updated_at: row.updated_at,
    }))
    const { columns, records } = recordsOf('tidings.subscribers', rows)
    const assignments = columns.map((column) => sql`${sql.ref(column)} = changed.${sql.ref(column)}`)
    await sql`update tidings.subscribers set ${sql.join(assignments)} from ${records} as changed
      where subscribers.id = changed.id`.execute(trx)
  }
}

/** One entry per subscriber. Later fields win. */
export const mergeEntries = <Entry extends SubscriberEntry>(entries: readonly Entry[]): Entry[] => {
  const merged = new Map<string, Entry>()
  for (const entry of entries) merged.set(entry.subscriberId, { ...merged.get(entry.subscriberId), ...entry })
  return [...merged.values()]
}

/** Sorts by bytes, as findSubscribers locks them: in one order for all calls, so that no two calls can deadlock. */
const inLockOrder = <Entry extends { subscriberId: string }>(entries: readonly Entry[]): Entry[] =>
  entries.toSorted((a, b) => Buffer.compare(Buffer.from(a.subscriberId), Buffer.from(b.subscriberId)))

/**
 * Stores the workspace's subscribers when the service starts.
 *
 * Changes that clients made in the meantime are preserved: a field is written only if the file's value has changed
 * since the last start. The fields of the file are stored with the subscriber for this comparison. A subscriber that
 * clients created before the file named it keeps all its fields. Preferences of the file that have changed apply
 * instead of what the subscriber has chosen.
 */
export const storeWorkspaceSubscribers = async (trx: Trx, catalog: Catalog, time: Date): Promise<void> => {
  const known = await findSubscribers(
    trx,
    catalog,
    catalog.subscribers.map(({ subscriberId }) => subscriberId),
  )
  for (const { subscriberId, ...fields } of inLockOrder(catalog.subscribers)) {
    const row = known.get(subscriberId)
    if (row && isDeepStrictEqual(row.from_workspace, fields)) continue
    const { preferences, ...profile } = fields
    await upsertSubscribers(trx, catalog, [{ subscriberId, ...changes(profile, row) }], time)
    const before = row?.from_workspace
    await trx
      .updateTable('tidings.subscribers')
      .set({
        from_workspace: JSON.stringify(fields),
        ...(before && !isDeepStrictEqual(before['preferences'], preferences) && { preferences: null }),
      })
      .where('environment_id', '=', catalog.environmentId)
      .where('subscriber_id', '=', subscriberId)
      .execute()
  }
}

/** The fields of the file to write over a stored subscriber. */
const changes = (profile: Profile, row: SubscriberRow | undefined): Profile => {
  if (!row) return profile
  const before = row.from_workspace
  const isNew = (field: keyof Profile) =>
    before ? !isDeepStrictEqual(profile[field], before[field]) : row[profileColumns[field]] === null
  return Object.fromEntries(Object.entries(profile).filter(([field]) => isNew(field as keyof Profile)))
}
