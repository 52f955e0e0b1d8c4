import type { Insertable } from 'kysely'
import type { TriggerEvent } from '../../contract/bulkTrigger.ts'
import type { NotificationActor } from '../../contract/inboxNotification.ts'
import { isObject } from '../../contract/isObject.ts'
import { type Budget, BudgetError } from '../budget.ts'
import { chunks } from '../database/chunks.ts'
import { sql } from '../database/kysely.ts'
import { recordsOf } from '../database/records.ts'
import type { SubscriberRow, Tables, Trx } from '../database/tables.ts'
import type { Addresser } from '../delivery/createDelivery.ts'
import { newId } from '../ids.ts'
import { CountChanges, countOf } from '../subscribers/feedCounts.ts'
import { profileOf } from '../subscribers/profile.ts'
import { onWarning, TemplateError } from '../templates.ts'
import type { Catalog, CatalogStep, CatalogWorkflow } from '../workspace/catalog.ts'
import { isEnabledFor } from '../workspace/preferencesOf.ts'
import { inApp, inFeed } from './inFeed.ts'
import { warnOfAddress } from './warnOfAddress.ts'

/** A message before it is stored. */
export type NewMessage = Insertable<Tables['tidings.messages']>

/** One event for one recipient. */
interface AddressedEvent {
  event: TriggerEvent
  transactionId: string
  workflow: CatalogWorkflow
  recipient: SubscriberRow
  /** Subscribers by subscriberId, including the event's actor if that subscriber exists. */
  people: ReadonlyMap<string, SubscriberRow>
  time: Date
  /** Says who sends a message, where to and when. */
  address: Addresser
  /** The event's payload and overrides as JSON, which all of its messages have. */
  stored: { payload: string; overrides: string }
  budget: Budget
  /** Receives a line for the operator, with the cure. */
  warn: (line: string) => void
}

/**
 * Builds one recipient's messages for an event: one for each active step. If the recipient has disabled its channel, a
 * message that would be sent is stored with the reason. One of the inbox is not stored, because its feed would show it.
 * @throws TemplateError if a template can't be rendered, BudgetError if the event's messages are too large.
 */
export const buildMessages = async (catalog: Catalog, addressed: AddressedEvent): Promise<NewMessage[]> => {
  const { workflow, recipient, time, budget } = addressed
  const notificationId = newId(time)
  const messages: NewMessage[] = []
  for (const step of workflow.steps) {
    if (!step.active) continue
    if (step.channel === 'in_app' && !isEnabledFor(catalog, recipient, workflow, step.channel)) continue
    messages.push(await retrySlow(budget, () => buildMessage(addressed, step, notificationId)))
  }
  return messages
}

/** How often a message is built whose template takes too long. */
const attempts = 3

/** Node 20 can't measure how long other processes interrupted this one, so a slow template is rendered again. */
const retrySlow = async <Result>(budget: Budget, build: () => Result): Promise<Result> => {
  for (let attempt = 1; ; attempt++) {
    await budget.pause()
    try {
      return build()
    } catch (error) {
      if (attempt === attempts || !(error instanceof TemplateError && error.isSlow)) throw error
    }
  }
}

/** The size of a message without its texts, in characters. */
const rowSize = 500

const buildMessage = (addressed: AddressedEvent, step: CatalogStep, notificationId: string): NewMessage => {
  const { event, workflow, transactionId, recipient, people, time, address, stored, budget, warn } = addressed
  const { payload = {}, overrides = {}, context = {} } = event
  const { channel } = step
  const actor = event.actor === undefined ? undefined : people.get(event.actor)
  const scope = {
    payload,
    subscriber: templateSubscriber(recipient),
    actor: actor ? templateSubscriber(actor) : { subscriberId: event.actor },
    tenant: event.tenant,
    [onWarning]: warn,
  }
  const sending = address({ channel, recipient, workflow, payload, time, warn })
  // The notification's `data` comes from the overrides of the provider: `{"novu": {"data": {…}}}`.
  const data = sending.provider_id ? overrides[sending.provider_id]?.['data'] : undefined
  const cta = step.cta.render(scope, budget.time)
  const texts = {
    subject: step.subject?.render(scope, budget.time) ?? null,
    content: step.content.render(scope, budget.time),
    cta: JSON.stringify(cta),
  }
  warnOfAddress(cta.data?.url, `${step.place}, cta.data.url`, warn)
  // Without a slash or colon it is a name, whose initial shows.
  if (/[/:\\]/.test(actor?.avatar ?? '')) warnOfAddress(actor?.avatar, `${step.place}, avatar of the actor`, warn)
  const dataText = isObject(data) ? JSON.stringify(data) : null
  const all = [texts.subject, texts.content, texts.cta, stored.payload, stored.overrides, dataText]
  const size = sizeOf(all)
  if (size > budget.size.left)
    throw new BudgetError(
      'The messages of the event are too large for one call. Send it alone, or to fewer recipients.',
    )
  budget.size.use(size)
  return {
    id: newId(time),
    subscriber_key: recipient.id,
    notification_id: notificationId,
    job_id: newId(time),
    template_id: workflow.id,
    template_identifier: workflow.identifier,
    message_template_id: step.templateId,
    transaction_id: transactionId,
    channel,
    feed_id: step.feed,
    ...texts,
    actor: JSON.stringify(shownActor(actor)),
    ...stored,
    data: dataText,
    tags: JSON.stringify(workflow.tags),
    context_keys: JSON.stringify(Object.entries(context).map(([type, id]) => `${type}:${id}`)),
    ...sending,
    read: false,
    seen: false,
    last_read_at: null,
    last_seen_at: null,
    created_at: time,
    updated_at: time,
  }
}

const templateSubscriber = (row: SubscriberRow) => ({ subscriberId: row.subscriber_id, ...profileOf(row) })

const shownActor = (row: SubscriberRow | undefined): NotificationActor =>
  row ? { type: 'user', data: row.avatar } : { type: 'none', data: null }

/** Texts of the messages in one statement, in characters. Building a statement blocks the event loop. */
const charactersPerStatement = 500_000

const sizeOf = (texts: readonly (string | null | undefined)[]) =>
  texts.reduce((sum, text) => sum + (text?.length ?? 0), rowSize)

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
  const characters = ({ subject, content, cta, payload, overrides, data }: NewMessage) =>
    sizeOf([subject, content, cta, payload, overrides, data])
  for (const chunk of chunks(messages, charactersPerStatement, characters)) {
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
