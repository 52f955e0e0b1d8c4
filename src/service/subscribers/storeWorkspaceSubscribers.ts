import { isDeepStrictEqual } from 'node:util'
import type { SubscriberRow, Trx } from '../database/tables.ts'
import type { Catalog } from '../workspace/catalog.ts'
import { findSubscribers } from './findSubscribers.ts'
import { profileColumns, type Profile } from './profile.ts'
import { inLockOrder, upsertSubscribers } from './upsertSubscribers.ts'

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
