import type { Insertable } from 'kysely'
import { type Kysely, sql } from '../database/kysely.ts'
import type { MessageRow, MessageTable, SubscriberRow, Tables, Trx } from '../database/tables.ts'
import { notInApp } from '../messages/inFeed.ts'
import { smallestStep } from '../poller.ts'
import { findSubscribersByKey } from '../subscribers/findSubscribers.ts'
import { endWaiting } from './endWaiting.ts'
import { type DueMessage, settleUnwanted, unreadLaterId } from './settleUnwanted.ts'

/** How long a message belongs to the process that claimed it, in milliseconds. A try takes ten seconds at most. */
export const leaseTime = 30_000

/** The `error_id` of a message that waits for delivery hours. */
export const heldId = 'delivery_hours'

/** The messages of an integration that wait to be sent. */
export interface QueueClaim {
  /** Id of the integration. */
  id: string
  /** The most messages to claim. */
  most: number
}

/** A message that this process sends until its lease ends. */
export interface ClaimedMessage {
  row: MessageRow
  recipient: SubscriberRow
}

/**
 * When the next message of the integrations is due, if that is at `until` or earlier. It reads one entry of the index
 * for each integration, however many messages wait.
 */
export const selectNextDue = (
  integrationIds: readonly string[],
  until: ReturnType<typeof sql<Date>>,
) => sql<Date | null>`
  select min(first.send_at) from unnest(${integrationIds}::text[]) as queue (id) cross join lateral (
    select send_at from tidings.messages
    where integration_id = queue.id and send_at is not null and send_at <= ${until}
    order by send_at limit 1
  ) as first`

/** What was claimed, and how many messages were found that are not sent now. */
export interface Claim {
  claimed: ClaimedMessage[]
  settled: number
}

/**
 * Claims messages that are due, and postpones them to the end of the lease: if this process is killed, another one
 * sends them then. Those that other processes are claiming are skipped. What the recipient has read by now is not sent.
 */
export const claimMessages = async (
  trx: Trx,
  queues: readonly QueueClaim[],
  { time, lease }: { time: Date; lease: Date },
): Promise<Claim> => {
  const claimed: MessageRow[] = []
  let settled = 0
  for (const { id, most } of queues) {
    const { rows: due } = await sql<DueMessage>`
      select id, subscriber_key, only_if from tidings.messages
      where integration_id = ${id} and send_at is not null and send_at <= ${time}
      order by send_at limit ${most}
      for no key update skip locked`.execute(trx)
    const { wanted, settled: unwanted } = await settleUnwanted(trx, due, time)
    settled += unwanted
    if (wanted.length === 0) continue
    const { rows } = await sql<MessageRow>`
      update tidings.messages set send_at = ${lease}, updated_at = ${time}
      where id = any(${wanted.map((message) => message.id)}::text[])
        and subscriber_key = any(${wanted.map((message) => message.subscriber_key)}::text[])
      returning messages.*`.execute(trx)
    claimed.push(...rows)
  }
  if (claimed.length === 0) return { claimed: [], settled }
  const recipients = await findSubscribersByKey(
    trx,
    claimed.map((row) => row.subscriber_key),
  )
  return {
    claimed: claimed.flatMap((row) => {
      const recipient = recipients.get(row.subscriber_key)
      return recipient ? [{ row, recipient }] : []
    }),
    settled,
  }
}

/** The columns that the end of a try changes. */
export type EndColumns = Pick<Insertable<MessageTable>, 'status' | 'error_id' | 'error_text' | 'tries'> &
  Partial<Pick<MessageTable, 'provider_id'>> & { send_at: Date | null }

/**
 * Stores that a try has failed, or did not take place. Only if this process still has the lease: another one may have
 * sent the message meanwhile.
 * @returns whether it was stored.
 */
export const storeEnd = async (
  trx: Trx,
  { id, subscriber_key }: MessageRow,
  { lease, time, columns }: { lease: Date; time: Date; columns: Partial<EndColumns> },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('tidings.messages')
    .set({ ...columns, updated_at: time })
    .where('id', '=', id)
    .where('subscriber_key', '=', subscriber_key)
    .where('send_at', '=', lease)
    .executeTakeFirstOrThrow()
  if (columns.send_at === null && numUpdatedRows > 0n) await endWaiting(trx, id, { time, error_id: columns.error_id })
  return numUpdatedRows > 0n
}

/** Stores that a message was sent, whoever has the lease. */
export const storeSent = async (
  trx: Trx,
  { id, subscriber_key, tries }: MessageRow,
  { time, providerId }: { time: Date; providerId: string },
): Promise<void> => {
  await trx
    .updateTable('tidings.messages')
    .set({
      status: 'sent',
      error_id: null,
      error_text: null,
      send_at: null,
      tries: (tries ?? 0) + 1,
      provider_id: providerId,
      delivered_at: sql<string>`delivered_at || ${JSON.stringify([time.toISOString()])}::jsonb`,
      updated_at: time,
    })
    .where('id', '=', id)
    .where('subscriber_key', '=', subscriber_key)
    .where('send_at', 'is not', null)
    .execute()
  await endWaiting(trx, id, { time, error_id: null })
}

/**
 * Makes the messages due that wait for the delivery hours of a subscriber, who has changed the preferences: they are
 * checked again. The transaction has locked the subscriber.
 */
export const recheckHeld = async (trx: Trx, subscriberKey: string, time: Date): Promise<void> => {
  await trx
    .updateTable('tidings.messages')
    .set({ send_at: time })
    .where('subscriber_key', '=', subscriberKey)
    .where(notInApp)
    .where('error_id', '=', heldId)
    // A process may be sending one that is due earlier: it has a lease.
    .where('send_at', '>', new Date(time.getTime() + leaseTime))
    .execute()
}

/**
 * Makes messages due earlier whose wait a clock has stored that was ahead: after as long as they had to wait then, also
 * those that are being sent. What depends on the preferences or on a notification is decided again, at once.
 */
export const rewindMessages = async (trx: Trx, integrationIds: readonly string[], time: Date): Promise<void> => {
  const later = new Date(time.getTime() + smallestStep)
  await sql`
    update tidings.messages set
      send_at = case when error_id in (${heldId}, ${unreadLaterId}) then ${time}::timestamptz
        else ${time}::timestamptz + (send_at - updated_at) end,
      updated_at = ${time}
    where integration_id = any(${integrationIds}::text[]) and send_at > ${time} and updated_at > ${later}`.execute(trx)
}

/**
 * Gives messages that wait for an integration to another queue, if the workspace no longer has the integration. At the
 * start of a service: no later change of the workspace is possible.
 * @returns whether messages wait in that queue.
 */
export const adoptMessages = async (
  trx: Trx,
  { environmentId, known, adopter }: { environmentId: string; known: readonly string[]; adopter: string },
): Promise<boolean> => {
  await sql`
    update tidings.messages set integration_id = ${adopter}
    from tidings.subscribers
    where send_at is not null and integration_id <> all (${[...known, adopter]}::text[])
      and subscribers.id = subscriber_key and environment_id = ${environmentId}`.execute(trx)
  const { rows } = await sql<{ waits: boolean }>`
    select exists (
      select from tidings.messages where integration_id = ${adopter} and send_at is not null
    ) as waits`.execute(trx)
  return rows[0]?.waits === true
}

/** Counts the messages that wait for the integrations, from the index. */
export const countWaiting = async (kysely: Kysely<Tables>, integrationIds: readonly string[]) => {
  const { rows } = await sql<{ count: number; overdue: number }>`
    select count(*)::integer as count,
      greatest(0, coalesce(extract(epoch from now() - min(send_at)), 0))::float8 as overdue
    from tidings.messages where integration_id = any(${integrationIds}::text[]) and send_at is not null`.execute(kysely)
  return rows[0] ?? { count: 0, overdue: 0 }
}
