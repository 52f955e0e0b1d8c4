import { sql } from '../database/kysely.ts'
import { recordsOf } from '../database/records.ts'
import type { Trx } from '../database/tables.ts'
import { CountChanges } from '../subscribers/feedCounts.ts'
import type { NewMessage } from './buildMessage.ts'
import { insertMessages, messageParts } from './insertMessages.ts'

/** A message that a redelivery has changed, as it was. */
interface Redelivered {
  id: string
  subscriber_key: string
  read: boolean
  seen: boolean
  was_in_feed: boolean
  is_in_feed: boolean
}

/**
 * Delivers in-app messages again, with other texts: each is new, at the top of the feed, also an archived one. A
 * snoozed one stays so. One that the user has deleted is stored anew. The transaction has locked their recipients.
 * @param messages with the ids of stored messages.
 */
export const redeliverMessages = async (trx: Trx, messages: readonly NewMessage[]): Promise<void> => {
  const counts = new CountChanges()
  const found = new Set<string>()
  for (const part of messageParts(messages)) {
    const { records } = recordsOf('tidings.messages', part)
    const { rows } = await sql<Redelivered>`
      update tidings.messages as message set
        transaction_id = change.transaction_id, subject = change.subject, content = change.content, cta = change.cta,
        actor = change.actor, payload = change.payload, overrides = change.overrides, data = change.data,
        context_keys = change.context_keys, created_at = change.created_at, updated_at = change.updated_at,
        read = false, seen = false, archived_at = null,
        delivered_at = case when message.snoozed_until is null
          then message.delivered_at || change.delivered_at else message.delivered_at end,
        payload_keys = case when message.payload_keys is not null
          then tidings.payload_keys(message.subscriber_key, change.payload) end
      from ${records} as change join tidings.messages as before using (id, subscriber_key)
      where message.id = change.id and message.subscriber_key = change.subscriber_key and before.channel = 'in_app'
      returning message.id, message.subscriber_key, before.read, before.seen,
        before.archived_at is null and before.snoozed_until is null as was_in_feed,
        message.snoozed_until is null as is_in_feed`.execute(trx)
    for (const row of rows) {
      found.add(row.id)
      if (row.was_in_feed) counts.add(row.subscriber_key, row, -1)
      if (row.is_in_feed) counts.add(row.subscriber_key, { read: false, seen: false })
    }
  }
  await counts.store(trx)
  await insertMessages(
    trx,
    messages.filter(({ id }) => !found.has(id)),
  )
}
