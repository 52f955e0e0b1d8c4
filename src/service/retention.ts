import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from './database/connect.ts'
import { inTransaction } from './database/inTransaction.ts'
import { sql } from './database/kysely.ts'
import type { MessageRow, Trx } from './database/tables.ts'
import { firstIdOf } from './ids.ts'
import { isInFeed } from './messages/inFeed.ts'
import { CountChanges, type Flags } from './subscribers/feedCounts.ts'

/** How long a service stores its data. */
export interface RetentionOptions {
  /** The age in days from which messages and the transaction ids of delivered events are removed. At most 99,999. */
  days: number
  /**
   * Removes at once, even if the first run removes more than half of what is stored. Otherwise that waits for 24 hours,
   * in case that the computer's clock is wrong. Default false.
   */
  isConfirmed?: boolean
}

/** The most days, which no date that a service computes with exceeds. */
export const mostDays = 99_999

/** The numbers of removed rows. */
export interface Removed {
  messages: number
  transactionIds: number
}

interface RemovalOptions extends RetentionOptions {
  database: Database
  /** Only this environment's rows are removed: others on the same database may store theirs longer. */
  environmentId: string
  /** Receives the subscribers whose messages were removed, after each step. */
  publish: (subscriberIds: string[]) => void
  /** Receives the rows of each step. */
  count?: ((removed: Removed) => void) | undefined
  /** Waits between two steps. It rejects if the service closes. Default: 50 milliseconds. */
  pause?: (signal: AbortSignal) => Promise<unknown>
}

/**
 * The most rows that one transaction reads and removes: it takes milliseconds, and requests run between two of them.
 */
const rowsPerStep = 500

const oneHour = 60 * 60 * 1000
const oneDay = 24 * oneHour

const pauseBriefly = (signal: AbortSignal) => delay(50, undefined, { signal })

/** What is removed: the rows of an environment from before a time. */
interface Part {
  environmentId: string
  before: Date
}

/** What a step reads and removes. */
interface Removal {
  /** The last id that it read. */
  last: string | null
  /** The number of messages that it read. */
  read: number
  /** The number of these that are of the environment. */
  own: number
  removed: (Flags &
    Pick<MessageRow, 'subscriber_key' | 'channel' | 'archived_at' | 'snoozed_until'> & { subscriber_id: string })[]
}

/** The rows of one step, and whether there may be more. */
interface Step {
  removed: Removed
  subscriberIds: string[]
  isLast: boolean
}

/** A step of a walk through the messages. */
interface MessageStep extends Step {
  /** The last id that it read. The next step begins after it. */
  last: string
  /** Whether it left messages: a request is changing their subscriber, or they are snoozed or were delivered again. */
  hasLeft: boolean
}

/** Removes what is too old. */
export interface Retention {
  /** Removes what is too old at a time, until `signal` aborts. */
  remove(time: Date, signal: AbortSignal): Promise<Removed>
  /** Whether that is more than half of the messages or of the transaction ids, and not confirmed. */
  removesMost(time: Date): Promise<boolean>
}

/**
 * Removes old rows in small steps. Several processes can do so on one database: each step takes a lock, and a process
 * that finds it taken leaves the rest to the other one.
 */
export const createRetention = ({
  database,
  environmentId,
  days,
  isConfirmed = false,
  publish,
  count,
  pause = pauseBriefly,
}: RemovalOptions): Retention => {
  /**
   * No message up to this id has to be removed. Each run begins here: it would read the messages of other environments
   * again, which may store theirs for longer.
   */
  let done = ''

  const beforeOf = (time: Date) => new Date(time.getTime() - days * oneDay)

  const remove = async (time: Date, signal: AbortSignal): Promise<Removed> => {
    const before = beforeOf(time)
    const total = { messages: 0, transactionIds: 0 }

    /** Runs a step. Returns undefined if another process has the turn. */
    const run = async <Result extends Step>(task: (trx: Trx) => Promise<Result>): Promise<Result | undefined> => {
      const step = await inTransaction(database.kysely, 'write', async (trx) =>
        (await takesTurn(trx, environmentId)) ? task(trx) : undefined,
      )
      if (!step) return undefined
      total.messages += step.removed.messages
      total.transactionIds += step.removed.transactionIds
      count?.(step.removed)
      if (step.subscriberIds.length > 0) publish(step.subscriberIds)
      await pause(signal).catch(() => {})
      return step
    }

    // A transaction may store its messages some time after it created their ids.
    const late = firstIdOf(new Date(before.getTime() - oneHour))
    let last = done
    let hasLeft = false
    for (let isLast = false; !isLast && !signal.aborted;) {
      const after = last
      const step = await run((trx) => removeMessages(trx, { environmentId, after, before }))
      if (!step) return total
      ;({ last, isLast } = step)
      hasLeft ||= step.hasLeft
      if (!hasLeft && last < late) done = last
    }
    for (let isLast = false; !isLast && !signal.aborted;) {
      const step = await run((trx) => removeTransactionIds(trx, { environmentId, before }))
      if (!step) return total
      ;({ isLast } = step)
    }
    return total
  }

  return {
    remove,
    removesMost: async (time) =>
      !isConfirmed &&
      inTransaction(database.kysely, 'read', (trx) => isMost(trx, { environmentId, before: beforeOf(time) })),
  }
}

/** A count of more rows would take seconds. If there are more on both sides, those that are counted decide. */
const mostCounted = 1_000_000

/** Whether fewer rows are younger. It reads no more of these than there are older ones. */
const isMost = async (trx: Trx, { environmentId, before }: Part): Promise<boolean> => {
  const messagesById = sql`tidings.messages join tidings.subscribers on subscribers.id = subscriber_key
    where environment_id = ${environmentId} and messages.id`
  const eventsByTime = sql`tidings.transaction_ids where environment_id = ${environmentId} and created_at`
  for (const [rowsBy, limit] of [
    [messagesById, firstIdOf(before)],
    [eventsByTime, before],
  ] as const) {
    const { rows } = await sql<{ isMost: boolean }>`
      with old as (select count(*) as count from (select from ${rowsBy} < ${limit} limit ${mostCounted}) as found),
        young as (
          select count(*) as count from (select from ${rowsBy} >= ${limit} limit (select count from old)) as found
        )
      select old.count > young.count as "isMost" from old, young`.execute(trx)
    if (rows[0]?.isMost) return true
  }
  return false
}

/** The lock ends with the transaction, so it works behind PgBouncer and survives no process. */
const takesTurn = async (trx: Trx, environmentId: string): Promise<boolean> => {
  const name = JSON.stringify(['retention', environmentId])
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken`.execute(trx)
  return rows[0]?.taken === true
}

/**
 * Walks through the ids, which sort by time, so no other index is needed. The messages of a subscriber whose messages a
 * request is changing are skipped, and removed an hour later: the removal never waits for a request. So are those that
 * are snoozed, or were delivered again within the time: each run reads their old ids again, until they are removed.
 */
const removeMessages = async (
  trx: Trx,
  { environmentId, after, before }: Part & { after: string },
): Promise<MessageStep> => {
  const { rows } = await sql<Removal>`
      with old as materialized (
        select id, subscriber_key from tidings.messages
        where id > ${after} and id < ${firstIdOf(before)} order by id limit ${rowsPerStep}
      ), owner as materialized (
        select id, subscriber_id from tidings.subscribers
        where environment_id = ${environmentId} and id in (select subscriber_key from old)
        for no key update skip locked
      ), removed as (
        delete from tidings.messages using old, owner
        where messages.id = old.id and messages.subscriber_key = old.subscriber_key and owner.id = old.subscriber_key
          -- It is snoozed, or was delivered again.
          and snoozed_until is null and created_at < ${before}
        returning owner.id as subscriber_key, subscriber_id, channel, read, seen, archived_at, snoozed_until
      )
      select (select max(id) from old) as last, (select count(*)::integer from old) as read,
        (
          select count(*)::integer from old join tidings.subscribers on subscribers.id = old.subscriber_key
          where environment_id = ${environmentId}
        ) as own,
        coalesce((select jsonb_agg(removed) from removed), '[]') as removed`.execute(trx)
  const [row] = rows
  const removed = row?.removed ?? []
  const counts = new CountChanges()
  for (const message of removed) if (isInFeed(message)) counts.add(message.subscriber_key, message, -1)
  await counts.store(trx)
  return {
    removed: { messages: removed.length, transactionIds: 0 },
    subscriberIds: [...new Set(removed.map(({ subscriber_id }) => subscriber_id))],
    isLast: (row?.read ?? 0) < rowsPerStep,
    last: row?.last ?? after,
    hasLeft: removed.length < (row?.own ?? 0),
  }
}

const removeTransactionIds = async (trx: Trx, { environmentId, before }: Part): Promise<Step> => {
  const { numDeletedRows } = await trx
    // Materialized: in a nested loop, PostgreSQL would select again for each row, and remove more than a step's rows.
    .with(
      (old) => old('old').materialized(),
      (query) =>
        query
          .selectFrom('tidings.transaction_ids')
          .select('transaction_id')
          .where('environment_id', '=', environmentId)
          .where('created_at', '<', before)
          .orderBy('created_at')
          .limit(rowsPerStep)
          .forUpdate()
          .skipLocked(),
    )
    .deleteFrom('tidings.transaction_ids')
    .where('environment_id', '=', environmentId)
    .where('transaction_id', 'in', (query) => query.selectFrom('old').select('transaction_id'))
    .executeTakeFirstOrThrow()
  const transactionIds = Number(numDeletedRows)
  return { removed: { messages: 0, transactionIds }, subscriberIds: [], isLast: transactionIds < rowsPerStep }
}
