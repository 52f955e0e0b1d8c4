import { sql } from '../database/kysely.ts'
import type { SubscriberRow, Trx } from '../database/tables.ts'
import { UnknownSubscriberError } from '../http/Refusal.ts'
import type { Catalog } from '../workspace/catalog.ts'

/**
 * Finds the subscriber of a path.
 * @param options.lock Other writes to this subscriber wait until the transaction ends. Otherwise two transactions that
 * change the same rows in different orders would deadlock.
 * @throws UnknownSubscriberError if the subscriber doesn't exist.
 */
export const findSubscriber = async (
  trx: Trx,
  catalog: Catalog,
  subscriberId: string,
  options: { lock?: boolean } = {},
): Promise<SubscriberRow> => {
  const query = trx
    .selectFrom('tidings.subscribers')
    .selectAll()
    .where('environment_id', '=', catalog.environmentId)
    .where('subscriber_id', '=', subscriberId)
  const row = await (options.lock ? query.forNoKeyUpdate() : query).executeTakeFirst()
  if (!row) throw new UnknownSubscriberError(subscriberId)
  return row
}

/** Finds a subscriber by the id of its row. undefined: it was deleted. */
export const findSubscriberByKey = (
  trx: Trx,
  key: string,
  options: { lock?: boolean } = {},
): Promise<SubscriberRow | undefined> => {
  const query = trx.selectFrom('tidings.subscribers').selectAll().where('id', '=', key)
  return (options.lock ? query.forNoKeyUpdate() : query).executeTakeFirst()
}

export const findSubscribers = async (
  trx: Trx,
  catalog: Catalog,
  subscriberIds: readonly string[],
): Promise<Map<string, SubscriberRow>> => {
  if (subscriberIds.length === 0) return new Map()
  const rows = await withIds(trx, catalog, subscriberIds).selectAll().execute()
  return new Map(rows.map((row) => [row.subscriber_id, row]))
}

/** Subscribers by the `id` of their row. */
export const findSubscribersByKey = async (trx: Trx, keys: readonly string[]): Promise<Map<string, SubscriberRow>> => {
  if (keys.length === 0) return new Map()
  const rows = await trx
    .selectFrom('tidings.subscribers')
    .selectAll()
    .where(sql<boolean>`id = any(${[...new Set(keys)]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Locks subscribers until the transaction ends: in one order for all calls, so that no two calls can deadlock. If one
 * of them doesn't exist, it locks none and returns none: see createOrLockSubscribers.
 * @param subscriberIds each once.
 */
export const lockSubscribers = (
  trx: Trx,
  catalog: Catalog,
  subscriberIds: readonly string[],
): Promise<SubscriberRow[]> => {
  const subscribers = withIds(trx, catalog, subscriberIds)
  return subscribers
    .selectAll()
    .where(subscribers.select(sql<number>`count(*)`.as('count')), '=', subscriberIds.length)
    .orderBy(sql`subscriber_id collate "C"`)
    .forNoKeyUpdate()
    .execute()
}

const withIds = (trx: Trx, catalog: Catalog, subscriberIds: readonly string[]) =>
  trx
    .selectFrom('tidings.subscribers')
    .where('environment_id', '=', catalog.environmentId)
    // One parameter for all ids: a statement takes 65,535 parameters at most.
    .where(sql<boolean>`subscriber_id = any(${subscriberIds}::text[])`)
