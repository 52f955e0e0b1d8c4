import type { RawBuilder, UpdateObject } from 'kysely'
import { sql } from '../database/kysely.ts'
import type { MessageRow, SubscriberRow, Tables, Trx } from '../database/tables.ts'
import { CountChanges, countsOf, type Flags } from '../subscribers/feedCounts.ts'
import { isInFeed } from './inFeed.ts'

/** A change of the flags of messages, and of where they are. */
export interface MessageChange extends Partial<Flags> {
  /** Whether they are archived. An unread message is not. */
  archived?: boolean
  /** When they return to the feed. null ends a snooze. An archived message is not snoozed. */
  snoozedUntil?: Date | null
}

/** What archiving changes. */
export const archive: MessageChange = { read: true, seen: true, archived: true, snoozedUntil: null }

/** The condition that a change changes a message. */
export const wouldChange = ({ read, seen, archived, snoozedUntil }: MessageChange) => {
  // Literals instead of parameters: the planner must recognize the conditions of the partial indexes.
  const changes = [
    ...(read === undefined ? [] : [read ? sql`not read` : sql`read`]),
    ...(seen === undefined ? [] : [seen ? sql`not seen` : sql`seen`]),
    ...(archived === undefined ? [] : [archived ? sql`archived_at is null` : sql`archived_at is not null`]),
    ...(snoozedUntil === undefined ? [] : [sql`snoozed_until is distinct from ${snoozedUntil}::timestamptz`]),
  ]
  return sql<boolean>`(${sql.join(changes, sql` or `)})`
}

/**
 * The columns of changed messages. `lastReadDate` and `lastSeenDate` are the time when the flag was last set. They
 * remain when the flag is cleared, and don't change if the message already has the flag.
 */
const changedColumns = (change: MessageChange, time: Date): UpdateObject<Tables, 'tidings.messages'> => {
  const { read, seen } = change
  const archived = read === false ? false : change.archived
  const whenNot = (flag: string, column: string) =>
    sql<Date>`case when ${sql.ref(flag)} then ${sql.ref(column)} else ${time}::timestamptz end`
  return {
    ...(read !== undefined && { read }),
    ...(seen !== undefined && { seen }),
    ...(read && { last_read_at: whenNot('read', 'last_read_at') }),
    ...(seen && { last_seen_at: whenNot('seen', 'last_seen_at') }),
    ...(archived !== undefined && {
      archived_at: archived ? sql<Date>`coalesce(archived_at, ${time}::timestamptz)` : null,
    }),
    ...(change.snoozedUntil !== undefined && { snoozed_until: change.snoozedUntil }),
    updated_at: sql<Date>`case when ${wouldChange(change)} then ${time}::timestamptz else updated_at end`,
  }
}

/** Which messages of a subscriber to change, and when. The transaction has locked the subscriber. */
interface Selection {
  subscriber: SubscriberRow
  /** The messages with these ids. */
  ids: readonly string[]
  /** A further condition. Default: none. */
  matching?: RawBuilder<boolean>
  /** See `notLaterThan`. */
  deliveries?: Deliveries
  time: Date
}

/** The last known `createdAt` of messages, by id. */
export type Deliveries = Readonly<Record<string, string>> | undefined

/** The condition that a message was not delivered again since. Those without a known delivery meet it. */
export const notLaterThan = (deliveries: Deliveries): RawBuilder<boolean> =>
  deliveries
    ? sql<boolean>`created_at <= coalesce((${JSON.stringify(deliveries)}::jsonb ->> id)::timestamptz, 'infinity')`
    : sql<boolean>`true`

/**
 * Changes messages. Returns those that were found, after the change, and whether any of them differs. One that was
 * delivered again since stays as it is.
 */
export const changeMessages = async (
  trx: Trx,
  { subscriber, ids, matching = sql`true`, deliveries, time }: Selection,
  change: MessageChange,
): Promise<{ rows: MessageRow[]; hasChanged: boolean }> => {
  const rows = await trx
    .updateTable('tidings.messages')
    // The message before. No other transaction changes it: this one has locked the subscriber.
    .from((found) =>
      found
        .selectFrom('tidings.messages')
        .select(['id as found_id', 'read as was_read', 'seen as was_seen', 'archived_at as was_archived_at'])
        .select('snoozed_until as was_snoozed_until')
        .where('subscriber_key', '=', subscriber.id)
        .where(sql<boolean>`id = any(${ids}::text[])`)
        .where(matching)
        .where(notLaterThan(deliveries))
        .as('found'),
    )
    .set(changedColumns(change, time))
    // Names the partition.
    .where('subscriber_key', '=', subscriber.id)
    .whereRef('id', '=', 'found_id')
    .returningAll('tidings.messages')
    .returning(['was_read', 'was_seen', 'was_archived_at', 'was_snoozed_until'])
    .execute()
  const counts = new CountChanges()
  let hasChanged = false
  for (const row of rows) {
    const before = {
      channel: row.channel,
      read: row.was_read,
      seen: row.was_seen,
      archived_at: row.was_archived_at,
      snoozed_until: row.was_snoozed_until,
    }
    hasChanged ||= stateOf(row) !== stateOf(before)
    if (isInFeed(before)) counts.add(subscriber.id, before, -1)
    if (isInFeed(row)) counts.add(subscriber.id, row)
  }
  await counts.store(trx)
  if (!deliveries) return { rows, hasChanged }
  const later = await trx
    .selectFrom('tidings.messages')
    .selectAll()
    .where('subscriber_key', '=', subscriber.id)
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .where(matching)
    .where(sql<boolean>`not (${notLaterThan(deliveries)})`)
    .execute()
  return { rows: [...rows, ...later], hasChanged }
}

const stateOf = (row: Pick<MessageRow, 'read' | 'seen' | 'archived_at' | 'snoozed_until'>) =>
  [row.read, row.seen, Number(row.archived_at), Number(row.snoozed_until)].join()

/**
 * Changes all messages of the feed that match. Returns the number of those that changed. The transaction has locked the
 * subscriber.
 * @param options.matching the condition, with `inFeed`.
 * @param options.until ISO 8601. Those that were delivered later stay as they are.
 * @param options.isAll whether all of the feed matches, but for `until`. Their numbers are stored.
 */
export const changeFeed = async (
  trx: Trx,
  {
    subscriber,
    time,
    matching: matchingAnytime,
    until,
    isAll,
  }: {
    subscriber: SubscriberRow
    time: Date
    matching: RawBuilder<boolean>
    until: string | undefined
    isAll: boolean
  },
  change: MessageChange,
): Promise<number> => {
  const matching = notLater(matchingAnytime, until)
  const counted = isAll
    ? await countUntil(trx, subscriber, matchingAnytime, until)
    : await countByFlags(trx, subscriber, matching)
  const counts = new CountChanges()
  let changed = 0
  for (const { count, ...before } of counted) {
    const { read = before.read, seen = before.seen, archived = false } = change
    if (!archived && read === before.read && seen === before.seen) continue
    changed += count
    counts.add(subscriber.id, before, -count)
    if (!archived) counts.add(subscriber.id, { read, seen }, count)
  }
  if (changed === 0) return 0
  await trx
    .updateTable('tidings.messages')
    .set(changedColumns(change, time))
    .where('subscriber_key', '=', subscriber.id)
    .where(matching)
    .where(wouldChange(change))
    .execute()
  await counts.store(trx)
  return changed
}

/** The condition, for messages that were delivered at a time or before it. */
export const notLater = (matching: RawBuilder<boolean>, until: string | undefined): RawBuilder<boolean> =>
  until === undefined ? matching : sql<boolean>`${matching} and created_at <= ${until}::timestamptz`

/** The numbers of the feed, of which the later ones are counted: these are few. */
const countUntil = async (
  trx: Trx,
  subscriber: SubscriberRow,
  matching: RawBuilder<boolean>,
  until: string | undefined,
) => {
  const all = countsOf(subscriber)
  if (until === undefined) return all
  const later = await countByFlags(trx, subscriber, sql<boolean>`${matching} and created_at > ${until}::timestamptz`)
  const countLater = ({ read, seen }: Flags) =>
    later.find((flags) => flags.read === read && flags.seen === seen)?.count ?? 0
  return all.map((flags) => ({ ...flags, count: flags.count - countLater(flags) }))
}

/** The numbers of a subscriber's messages that match, by their flags. */
export const countByFlags = (
  trx: Trx,
  subscriber: SubscriberRow,
  matching: RawBuilder<boolean>,
): Promise<(Flags & { count: number })[]> =>
  trx
    .selectFrom('tidings.messages')
    .where('subscriber_key', '=', subscriber.id)
    .where(matching)
    .select(['read', 'seen', sql<number>`count(*)::integer`.as('count')])
    .groupBy(['read', 'seen'])
    .execute()
