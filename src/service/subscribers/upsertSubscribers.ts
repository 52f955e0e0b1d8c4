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
 * Creates or updates subscribers, and locks them until the transaction ends. A field that an entry leaves out keeps
 * its value.
 * @param entries One entry for each subscriberId: see mergeEntries.
 * @returns them as they now are: with version 0 where they are new.
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
  const kept = (column: keyof ProfileColumns) =>
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
        first_name: kept('first_name'),
        last_name: kept('last_name'),
        email: kept('email'),
        phone: kept('phone'),
        avatar: kept('avatar'),
        locale: kept('locale'),
        timezone: kept('timezone'),
        data: kept('data'),
        version: sql<number>`subscribers.version + 1`,
        updated_at: time,
      }),
    )
    .returningAll()
    .execute()
}

/** Puts entries that name the same subscriber together: what comes later wins, field by field. */
export const mergeEntries = <Entry extends SubscriberEntry>(entries: readonly Entry[]): Entry[] => {
  const merged = new Map<string, Entry>()
  for (const entry of entries) merged.set(entry.subscriberId, { ...merged.get(entry.subscriberId), ...entry })
  return [...merged.values()]
}

/** The same order in every call: two that meet in the same subscribers wait for one another, never in a circle. */
const inLockOrder = <Entry extends { subscriberId: string }>(entries: readonly Entry[]): Entry[] =>
  entries.toSorted((a, b) => (a.subscriberId < b.subscriberId ? -1 : 1))

/**
 * Brings the workspace's subscribers into the database when the service starts.
 *
 * What clients changed since stays: a field is written only where the file says something else than it said the
 * last time, because then it is the file that changed. What the file said is kept with the subscriber for this.
 * One that clients created before the file named it keeps all that is known of it.
 */
export const storeWorkspaceSubscribers = async (trx: Trx, catalog: Catalog, time: Date): Promise<void> => {
  const known = await findSubscribers(
    trx,
    catalog,
    catalog.subscribers.map(({ subscriberId }) => subscriberId),
  )
  for (const { subscriberId, preferences: _, ...said } of inLockOrder(catalog.subscribers)) {
    const row = known.get(subscriberId)
    if (row && isDeepStrictEqual(row.from_workspace, said)) continue
    await upsertSubscribers(trx, catalog, [{ subscriberId, ...changes(said, row) }], time)
    await trx
      .updateTable('tidings.subscribers')
      .set({ from_workspace: JSON.stringify(said) })
      .where('environment_id', '=', catalog.environmentId)
      .where('subscriber_id', '=', subscriberId)
      .execute()
  }
}

/** The fields of the file that are to be written over a stored subscriber. */
const changes = (said: Profile, row: SubscriberRow | undefined): Profile => {
  if (!row) return said
  const before = row.from_workspace
  const isNew = (field: keyof Profile) =>
    before ? !isDeepStrictEqual(said[field], before[field]) : row[profileColumns[field]] === null
  return Object.fromEntries(Object.entries(said).filter(([field]) => isNew(field as keyof Profile)))
}
