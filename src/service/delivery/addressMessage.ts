import type { Insertable } from 'kysely'
import type { Channel } from '../../contract/channel.ts'
import type { Integration } from '../../contract/integration.ts'
import type { MessageTable, SubscriberRow } from '../database/tables.ts'
import type { Catalog, CatalogWorkflow } from '../workspace/catalog.ts'
import { type Choice, chooseIntegration } from './chooseIntegration.ts'
import { heldId } from './claimMessages.ts'
import { switchedOffId } from './endWaiting.ts'
import { createHoldBack, type Hold, type HoldBack } from './holdBack.ts'

/** The columns of a new message that say who sends it, where to and when. */
export type SendingColumns = Pick<
  Insertable<MessageTable>,
  | 'provider_id'
  | 'integration_id'
  | 'email'
  | 'phone'
  | 'direct_webhook_url'
  | 'device_tokens'
  | 'status'
  | 'error_id'
  | 'error_text'
  | 'delivered_at'
  | 'send_at'
  | 'tries'
>

/** A new message, before its columns are known. */
export interface NewSending extends Choice {
  /** The workflow of the event. */
  workflow: CatalogWorkflow
  /** When the event happened. */
  time: Date
  /** The time that decides what is due. */
  dueTime: Date
}

/** Addresses a new message: chooses its integration, and plans its first try. */
export type Addresser = (message: NewSending) => SendingColumns

/** Why a message is not sent, with the cure. */
export interface Reason {
  error_id: string
  error_text: string
}

export const noSender = ({ identifier, providerId }: Integration): Reason => ({
  error_id: 'no_sender',
  error_text:
    `The integration ${JSON.stringify(identifier)} has the provider ${JSON.stringify(providerId)}, for which this ` +
    'service has no sender. Use a provider of docs/sending.md, such as nodemailer for every mail provider with SMTP, ' +
    `or pass a sender to createService: senders: { ${JSON.stringify(providerId)}: send }.`,
})

export const noIntegration = (channel: Channel): Reason => ({
  error_id: 'no_integration',
  error_text:
    `No integration sends over ${channel} to this subscriber. Add an active one to the workspace file, or change the ` +
    'conditions of those that it has.',
})

/** What the preferences of the recipient make of a message. */
export const heldBack = (hold: Exclude<Hold, { kind: 'none' }>): Reason & { send_at: Date | null } =>
  hold.kind === 'off'
    ? { error_id: switchedOffId, error_text: hold.reason, send_at: null }
    : {
        error_id: heldId,
        error_text: `The message waits for the delivery hours of the subscriber, until ${hold.from.toISOString()}.`,
        send_at: hold.from,
      }

const missingAddress: Record<Exclude<Channel, 'in_app'>, string> = {
  email: 'The subscriber has no email address.',
  sms: 'The subscriber has no phone number.',
  chat: 'The subscriber has no webhookUrl for the integration. Append it to the credentials of the subscriber.',
  push: 'The subscriber has no deviceTokens for the integration. Append them to the credentials of the subscriber.',
}

/** Creates the addresser of a workspace. */
export const createAddresser =
  (
    integrations: readonly Integration[],
    { senders, holdBack }: { senders: { has: (providerId: string) => boolean }; holdBack: HoldBack },
  ): Addresser =>
  (message) => {
    const { channel, recipient, time, dueTime } = message
    const integration = chooseIntegration(integrations, message)
    const columns = {
      provider_id: integration?.providerId ?? null,
      integration_id: null,
      ...addressOf(recipient, channel, integration?._id),
      ...sent(time),
    }
    if (channel === 'in_app') return columns
    const unsent = { ...columns, delivered_at: '[]', status: 'warning' as const }
    const hold = holdBack({ ...message, time: dueTime })
    if (hold.kind === 'off') return { ...unsent, ...heldBack(hold) }
    if (!integration) return { ...unsent, ...noIntegration(channel) }
    if (!senders.has(integration.providerId)) return { ...unsent, ...noSender(integration) }
    const { email, phone, direct_webhook_url: webhook, device_tokens: tokens } = columns
    const isReachable = { email: email, sms: phone, chat: webhook, push: tokens !== '[]' }[channel]
    if (!isReachable) return { ...unsent, error_id: 'no_address', error_text: missingAddress[channel] }
    return {
      ...unsent,
      integration_id: integration._id ?? null,
      tries: 0,
      ...(hold.kind === 'later'
        ? heldBack(hold)
        : { error_id: 'waiting', error_text: 'The message waits to be sent.', send_at: dueTime }),
    }
  }

/** The addresser of past messages, which were sent then, if the preferences allow them. */
export const createPastAddresser = (catalog: Catalog): Addresser => {
  const holdBack = createHoldBack(catalog, 'UTC')
  const address = createAddresser(catalog.integrations, { senders: new Set(), holdBack })
  return (message) => {
    const columns = address(message)
    return columns.error_id === switchedOffId ? columns : { ...columns, ...sent(message.time) }
  }
}

const sent = (time: Date) => ({
  status: 'sent' as const,
  error_id: null,
  error_text: null,
  delivered_at: JSON.stringify([time.toISOString()]),
})

/** The recipient's address on a channel. */
const addressOf = (recipient: SubscriberRow, channel: Channel, integrationId: string | undefined) => {
  const credentials = recipient.channels.find(({ _integrationId }) => _integrationId === integrationId)?.credentials
  return {
    email: channel === 'email' ? recipient.email : null,
    phone: channel === 'sms' ? recipient.phone : null,
    direct_webhook_url: channel === 'chat' ? (credentials?.webhookUrl ?? null) : null,
    device_tokens: JSON.stringify(channel === 'push' ? (credentials?.deviceTokens ?? []) : []),
  }
}
