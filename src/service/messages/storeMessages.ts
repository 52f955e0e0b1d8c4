import { chunks } from '../database/chunks.ts'
import { sql } from '../database/kysely.ts'
import { recordsOf } from '../database/records.ts'
import type { Trx } from '../database/tables.ts'
import { CountChanges, countOf } from '../subscribers/feedCounts.ts'
import { type NewMessage, sizeOf } from './buildMessage.ts'
import { inApp, inFeed } from './inFeed.ts'

/** Texts of the messages in one statement, in characters. Building a statement blocks the event loop. */
const charactersPerStatement = 500_000

const charactersOf = ({ subject, content, cta, payload, overrides, data }: NewMessage) =>
  sizeOf([subject, content, cta, payload, overrides, data])

/** Feeds with so many messages get an index of their payloads. A shorter one is compared faster than it is indexed. */
const longFeed = 1_000

/**
 * The most subscribers whose messages one call indexes. An announcement may make thousands of feeds long at once: the
 * others follow with their later messages.
 */
const indexedPerCall = 5

const payloadKeys = sql`tidings.payload_keys(subscriber_key, payload)`

/** Stores messages, in few statements. The transaction has locked their recipients. */
export const insertMessages = async (trx: Trx, messages: readonly NewMessage[]): Promise<void> => {
  const counts = new CountChanges()
  for (const chunk of chunks(messages, charactersPerStatement, charactersOf)) {
    const { columns, records } = recordsOf('tidings.messages', chunk)
    const list = sql.join(columns.map((column) => sql.ref(column)))
    await sql`
      insert into tidings.messages (${list}, payload_keys)
      select ${list}, case
        when ${inFeed}
          and (select payloads_indexed from tidings.subscribers where subscribers.id = subscriber_key)
        then ${payloadKeys} end
      from ${records}`.execute(trx)
  }
  for (const message of messages) if (message.channel === 'in_app') counts.add(message.subscriber_key, message)
  const long = (await counts.store(trx)).filter(
    (subscriber) => !subscriber.payloads_indexed && countOf(subscriber) >= longFeed,
  )
  const indexed = long.slice(0, indexedPerCall).map(({ id }) => id)
  if (indexed.length > 0) await indexPayloads(trx, indexed)
}

const indexPayloads = async (trx: Trx, subscriberKeys: readonly string[]) => {
  await trx
    .updateTable('tidings.messages')
    .set({ payload_keys: payloadKeys })
    .where(sql<boolean>`subscriber_key = any(${subscriberKeys}::text[])`)
    .where(inApp)
    .execute()
  await trx
    .updateTable('tidings.subscribers')
    .set({ payloads_indexed: true })
    .where(sql<boolean>`id = any(${subscriberKeys}::text[])`)
    .execute()
}

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
 * snoozed one stays so. One that the reader has deleted is stored anew. The transaction has locked their recipients.
 * @param messages with the ids of stored messages.
 */
export const redeliverMessages = async (trx: Trx, messages: readonly NewMessage[]): Promise<void> => {
  const counts = new CountChanges()
  const found = new Set<string>()
  for (const chunk of chunks(messages, charactersPerStatement, charactersOf)) {
    const { records } = recordsOf('tidings.messages', chunk)
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
