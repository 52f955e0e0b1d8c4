import type { ColumnType, Selectable, Transaction } from 'kysely'
import type { Channel, MessageStatus } from '../../contract/channel.ts'
import type { ChannelSettings } from '../../contract/channelSettings.ts'
import type { MessageCta } from '../../contract/cta.ts'
import type { NotificationActor } from '../../contract/inboxNotification.ts'

/** JSON: read as a value, written as text. pg would write a list as a PostgreSQL array. */
type Json<Value> = ColumnType<Value, string, string>
type Data = Record<string, unknown>

/** The fields of a subscriber that a client or the workspace writes (4.4). */
export interface ProfileColumns {
  first_name: string | null
  last_name: string | null
  email: string | null
  phone: string | null
  avatar: string | null
  locale: string | null
  timezone: string | null
  data: ColumnType<Data | null, string | null, string | null>
}

interface SubscriberTable extends ProfileColumns {
  id: string
  environment_id: string
  subscriber_id: string
  channels: Json<ChannelSettings[]>
  /** What the workspace file last said of this subscriber: null where it is not from there. */
  from_workspace: ColumnType<Data | null, string | null, string | null>
  /** Counts changes, from 0. */
  version: number
  created_at: Date
  updated_at: Date
}
export type SubscriberRow = Selectable<SubscriberTable>

interface MessageTable {
  id: string
  /** `id` of the subscriber. */
  subscriber_key: string
  notification_id: string
  job_id: string
  template_id: string
  template_identifier: string
  message_template_id: string
  transaction_id: string
  channel: Channel
  provider_id: string | null
  feed_id: string | null
  subject: string | null
  content: string
  cta: Json<MessageCta>
  actor: Json<NotificationActor>
  payload: Json<Data>
  overrides: Json<Data>
  data: ColumnType<Data | null, string | null, string | null>
  tags: Json<string[]>
  context_keys: Json<string[]>
  email: string | null
  phone: string | null
  direct_webhook_url: string | null
  device_tokens: Json<string[]>
  status: MessageStatus
  error_id: string | null
  error_text: string | null
  read: boolean
  seen: boolean
  last_read_at: Date | null
  last_seen_at: Date | null
  delivered_at: Date | null
  created_at: Date
  updated_at: Date
}
export type MessageRow = Selectable<MessageTable>

/** Transaction ids that were delivered, so that none is delivered twice. */
interface DeliveryTable {
  environment_id: string
  transaction_id: string
  created_at: Date
}

/** Answers that a repeated `idempotency-key` gets again. */
interface AnswerTable {
  organization_id: string
  key: string
  /** Hash of the request's body. */
  fingerprint: string
  status: number
  /** The answer's body, as it was sent. */
  body: string
  created_at: Date
}

/** All tables. They sit in a schema of their own, so that they can share a database with an application. */
export interface Tables {
  'tidings.subscribers': SubscriberTable
  'tidings.messages': MessageTable
  'tidings.deliveries': DeliveryTable
  'tidings.answers': AnswerTable
}

/** The transaction that one operation runs in. */
export type Trx = Transaction<Tables>
