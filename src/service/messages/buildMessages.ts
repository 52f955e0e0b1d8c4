import type { Insertable } from 'kysely'
import type { TriggerEvent } from '../../contract/bulkTrigger.ts'
import type { Channel } from '../../contract/channel.ts'
import type { NotificationActor } from '../../contract/inboxNotification.ts'
import { isObject } from '../../contract/isObject.ts'
import { chunks, rowsPerStatement } from '../database/chunks.ts'
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
}

/**
 * Builds one recipient's messages for an event: one for each active step whose channel the recipient has not disabled.
 * @throws TemplateError if a template can't be rendered.
 */
export const buildMessages = (catalog: Catalog, delivery: Delivery): NewMessage[] => {
  const { workflow, recipient, time } = delivery
  const notificationId = newId(time)
  return workflow.steps
    .filter(({ active, channel }) => active && isEnabledFor(catalog, recipient.subscriber_id, workflow, channel))
    .map((step) => buildMessage(catalog, delivery, step, notificationId))
}

const buildMessage = (catalog: Catalog, delivery: Delivery, step: CatalogStep, notificationId: string): NewMessage => {
  const { event, workflow, transactionId, recipient, people, time } = delivery
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
    subject: step.subject?.render(scope) ?? null,
    content: step.content.render(scope),
    cta: JSON.stringify(step.cta.render(scope)),
    actor: JSON.stringify(shownActor(actor)),
    payload: JSON.stringify(payload),
    overrides: JSON.stringify(overrides),
    data: isObject(data) ? JSON.stringify(data) : null,
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

/** Stores messages, in as few statements as possible. */
export const insertMessages = async (trx: Trx, messages: readonly NewMessage[]): Promise<void> => {
  for (const chunk of chunks(messages, rowsPerStatement))
    await trx.insertInto('tidings.messages').values(chunk).execute()
}
