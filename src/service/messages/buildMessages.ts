import type { Insertable } from 'kysely'
import type { TriggerEvent } from '../../contract/bulkTrigger.ts'
import type { Channel } from '../../contract/channel.ts'
import type { NotificationActor } from '../../contract/inboxNotification.ts'
import { isObject } from '../../contract/isObject.ts'
import { type Budget, BudgetError } from '../budget.ts'
import { chunks } from '../database/chunks.ts'
import type { SubscriberRow, Tables, Trx } from '../database/tables.ts'
import { newId } from '../ids.ts'
import { profileOf } from '../subscribers/profile.ts'
import { type Catalog, type CatalogStep, type CatalogWorkflow, sendingIntegration } from '../workspace/catalog.ts'
import { isEnabledFor } from '../workspace/preferencesOf.ts'

/** A message before it is stored. */
export type NewMessage = Insertable<Tables['tidings.messages']>

/** One event for one recipient. */
interface Delivery {
  event: TriggerEvent
  transactionId: string
  workflow: CatalogWorkflow
  recipient: SubscriberRow
  /** Subscribers by subscriberId, including the event's actor if that subscriber exists. */
  people: ReadonlyMap<string, SubscriberRow>
  time: Date
  /** The event's payload and overrides as JSON, which all of its messages have. */
  stored: { payload: string; overrides: string }
  budget: Budget
}

/**
 * Builds one recipient's messages for an event: one for each active step whose channel the recipient has not disabled.
 * @throws TemplateError if a template can't be rendered, BudgetError if the event's messages are too large.
 */
export const buildMessages = async (catalog: Catalog, delivery: Delivery): Promise<NewMessage[]> => {
  const { workflow, recipient, time, budget } = delivery
  const notificationId = newId(time)
  const messages: NewMessage[] = []
  for (const step of workflow.steps) {
    if (!step.active || !isEnabledFor(catalog, recipient.subscriber_id, workflow, step.channel)) continue
    await budget.pause()
    messages.push(buildMessage(catalog, delivery, step, notificationId))
  }
  return messages
}

/** The size of a message without its texts, in characters. */
const rowSize = 500

const buildMessage = (catalog: Catalog, delivery: Delivery, step: CatalogStep, notificationId: string): NewMessage => {
  const { event, workflow, transactionId, recipient, people, time, stored, budget } = delivery
  const { payload = {}, overrides = {}, context = {} } = event
  const { channel } = step
  const actor = event.actor === undefined ? undefined : people.get(event.actor)
  const scope = {
    payload,
    subscriber: templateSubscriber(recipient),
    actor: actor ? templateSubscriber(actor) : { subscriberId: event.actor },
    tenant: event.tenant,
  }
  const provider = sendingIntegration(catalog, channel)
  // The notification's `data` comes from the overrides of the provider: `{"novu": {"data": {…}}}`.
  const data = provider && overrides[provider.providerId]?.['data']
  const texts = {
    subject: step.subject?.render(scope, budget.time) ?? null,
    content: step.content.render(scope, budget.time),
    cta: JSON.stringify(step.cta.render(scope, budget.time)),
  }
  const dataText = isObject(data) ? JSON.stringify(data) : null
  const all = [texts.subject, texts.content, texts.cta, stored.payload, stored.overrides, dataText]
  const size = all.reduce((sum, text) => sum + (text?.length ?? 0), rowSize)
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
    provider_id: provider?.providerId ?? null,
    feed_id: step.feed,
    ...texts,
    actor: JSON.stringify(shownActor(actor)),
    ...stored,
    data: dataText,
    tags: JSON.stringify(workflow.tags),
    context_keys: JSON.stringify(Object.entries(context).map(([type, id]) => `${type}:${id}`)),
    ...address(recipient, channel, provider?._id),
    ...outcome(channel, time),
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

/** The recipient's address on a channel. */
const address = (recipient: SubscriberRow, channel: Channel, integrationId: string | undefined) => {
  const credentials = recipient.channels.find(({ _integrationId }) => _integrationId === integrationId)?.credentials
  return {
    email: channel === 'email' ? recipient.email : null,
    phone: channel === 'sms' ? recipient.phone : null,
    direct_webhook_url: channel === 'chat' ? (credentials?.webhookUrl ?? null) : null,
    device_tokens: JSON.stringify(channel === 'push' ? (credentials?.deviceTokens ?? []) : []),
  }
}

const outcome = (channel: Channel, time: Date) =>
  channel === 'in_app'
    ? { status: 'sent' as const, error_id: null, error_text: null, delivered_at: time }
    : {
        status: 'warning' as const,
        error_id: 'no_sender',
        error_text: `This service has no sender for ${channel}: the message was stored but not sent.`,
        delivered_at: null,
      }

/** Messages in one statement. Building a statement blocks the event loop. */
const messagesPerStatement = 200

/** Stores messages, in few statements. */
export const insertMessages = async (trx: Trx, messages: readonly NewMessage[]): Promise<void> => {
  for (const chunk of chunks(messages, messagesPerStatement))
    await trx.insertInto('tidings.messages').values(chunk).execute()
}
