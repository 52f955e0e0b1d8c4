import { isDeepStrictEqual } from 'node:util'
import type { SubscriberEntry } from '../../contract/bulkSubscribers.ts'
import { chunks, rowsPerStatement } from '../database/chunks.ts'
import { sql } from '../database/kysely.ts'
import type { ProfileColumns, SubscriberRow, Trx } from '../database/tables.ts'
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
export const upsertSubscribers = async (
  trx: Trx,
  catalog: Catalog,
  entries: readonly SubscriberEntry[],
  time: Date,
): Promise<SubscriberRow[]> => {
  const rows: SubscriberRow[] = []
  for (const part of chunks(inLockOrder(entries), rowsPerStatement))
    rows.push(...(await upsertChunk(trx, catalog, part, time)))
  return rows
}

const upsertChunk = (trx: Trx, catalog: Catalog, entries: readonly SubscriberEntry[], time: Date) => {
  const newOrStored = (column: keyof ProfileColumns) =>
    sql<string | null>`coalesce(${sql.ref(`excluded.${column}`)}, ${sql.ref(`subscribers.${column}`)})`
  return trx
    .insertInto('tidings.subscribers')
    .values(
      entries.map((entry) => ({
        id: newId(time),
        environment_id: catalog.environmentId,
        subscriber_id: entry.subscriberId,
        ...columnsOf(entry),
        channels: '[]',
        from_workspace: null,
        version: 0,
        created_at: time,
        updated_at: time,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['environment_id', 'subscriber_id']).doUpdateSet({
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
    .returningAll()
    .execute()
}

/** Merges entries with the same subscriberId. Later fields win. */
export const mergeEntries = <Entry extends SubscriberEntry>(entries: readonly Entry[]): Entry[] => {
  const merged = new Map<string, Entry>()
  for (const entry of entries) merged.set(entry.subscriberId, { ...merged.get(entry.subscriberId), ...entry })
  return [...merged.values()]
}

/** Sorts in the same order in every call, so that two calls with the same subscribers can't deadlock. */
const inLockOrder = <Entry extends { subscriberId: string }>(entries: readonly Entry[]): Entry[] =>
  entries.toSorted((a, b) => (a.subscriberId < b.subscriberId ? -1 : 1))

/**
 * Stores the workspace's subscribers when the service starts.
 *
 * Changes that clients made in the meantime are preserved: a field is written only if the file's value has changed
 * since the last start. The fields of the file are stored with the subscriber for this comparison. A subscriber that
 * clients created before the file named it keeps all its fields.
 */
export const storeWorkspaceSubscribers = async (trx: Trx, catalog: Catalog, time: Date): Promise<void> => {
  const known = await findSubscribers(
    trx,
    catalog,
    catalog.subscribers.map(({ subscriberId }) => subscriberId),
  )
  for (const { subscriberId, preferences: _, ...profile } of inLockOrder(catalog.subscribers)) {
    const row = known.get(subscriberId)
    if (row && isDeepStrictEqual(row.from_workspace, profile)) continue
    await upsertSubscribers(trx, catalog, [{ subscriberId, ...changes(profile, row) }], time)
    await trx
      .updateTable('tidings.subscribers')
      .set({ from_workspace: JSON.stringify(profile) })
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
