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

/** Messages in parts, of which each is for one statement. */
export const messageParts = (messages: readonly NewMessage[]): Iterable<NewMessage[]> =>
  chunks(messages, charactersPerStatement, charactersOf)

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
  for (const part of messageParts(messages)) {
    const { columns, records } = recordsOf('tidings.messages', part)
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
