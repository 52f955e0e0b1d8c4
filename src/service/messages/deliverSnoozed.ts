import { sql } from '../database/kysely.ts'
import type { Trx } from '../database/tables.ts'
import { smallestStep } from '../poller.ts'
import { CountChanges } from '../subscribers/feedCounts.ts'

/** The most messages that one transaction delivers again. Requests run between two of them. */
const mostDelivered = 100

/**
 * Delivers snoozed messages again whose time has come, at most 100: they are new, at the top of the feed. The messages
 * of a subscriber whom a request has locked are left for the next time, so that this never waits for a request, nor for
 * another process that does the same.
 *
 * @returns the subscriber of each, and how many due ones there were that nobody else had locked. The statement may find
 * only those that another process has delivered since it began, while others are left.
 */
export const deliverSnoozed = async (
  trx: Trx,
  environmentId: string,
  time: Date,
): Promise<{ found: number; subscriberIds: string[] }> => {
  const { rows } = await sql<{ found: number; subscriber_key: string | null; subscriber_id: string }>`
    with due as materialized (
      select messages.id, subscriber_key, subscriber_id
      from tidings.messages join tidings.subscribers on subscribers.id = subscriber_key
      -- An expression: the planner expects few due messages, and may read all subscribers of the environment for each.
      where snoozed_until <= ${time} and environment_id || '' = ${environmentId}
      order by snoozed_until limit ${mostDelivered}
      for no key update of subscribers skip locked
    ), delivered as (
      update tidings.messages set
        snoozed_until = null, read = false, seen = false, created_at = ${time}, updated_at = ${time},
        delivered_at = delivered_at || ${JSON.stringify([time.toISOString()])}::jsonb
      from due
      -- Another process may have delivered it before the lock, after this statement began.
      where messages.id = due.id and messages.subscriber_key = due.subscriber_key and snoozed_until <= ${time}
      returning messages.subscriber_key, subscriber_id
    )
    select found, subscriber_key, subscriber_id
    from (select count(*)::integer as found from due) as every left join delivered on true`.execute(trx)
  const counts = new CountChanges()
  const subscriberIds: string[] = []
  for (const { subscriber_key: key, subscriber_id: id } of rows) {
    if (key === null) continue
    subscriberIds.push(id)
    // Only in-app messages are snoozed, and none of the archived ones.
    counts.add(key, { read: false, seen: false })
  }
  await counts.store(trx)
  return { found: rows[0]?.found ?? 0, subscriberIds }
}

/**
 * Ends snoozes earlier that a clock has stored which was ahead: by the days of that, because the user may have chosen
 * a time of day, which stays.
 */
export const rewindSnoozes = async (trx: Trx, environmentId: string, time: Date): Promise<void> => {
  await sql`
    update tidings.messages set
      snoozed_until = snoozed_until
        - date_trunc('day', messages.updated_at - ${time}::timestamptz + interval '12 hours'),
      updated_at = ${time}
    from tidings.subscribers
    where snoozed_until > ${time} and messages.updated_at > ${new Date(time.getTime() + smallestStep)}
      and subscribers.id = subscriber_key and environment_id = ${environmentId}`.execute(trx)
}
