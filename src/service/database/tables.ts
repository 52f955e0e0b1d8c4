import type { ColumnType, Generated, RawBuilder, Selectable, Transaction } from 'kysely'
import type { TriggerEvent } from '../../contract/bulkTrigger.ts'
import type { Channel, MessageStatus } from '../../contract/channel.ts'
import type { ChannelSettings } from '../../contract/channelSettings.ts'
import type { MessageCta } from '../../contract/cta.ts'
import type { NotificationActor } from '../../contract/inboxNotification.ts'
import type { PreferenceChoices } from '../workspace/workspaceSchema.ts'

/** JSON column: read as a value, written as text, because pg would write a list as a PostgreSQL array. */
type Json<Value> = ColumnType<Value, string, string>
type Data = Record<string, unknown>

/** The fields of a subscriber that a client or the workspace writes. */
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

/**
 * The number of messages in the feed of a subscriber, by their flags. Each change of messages changes them in its
 * transaction, so that no request counts messages.
 */
export interface CountColumns {
  unread_unseen: Generated<number>
  unread_seen: Generated<number>
  read_unseen: Generated<number>
  read_seen: Generated<number>
}

/** What is stored about all in-app messages of a subscriber. */
interface FeedColumns extends CountColumns {
  /** Whether the messages are in the index of payloads. */
  payloads_indexed: Generated<boolean>
}

export interface SubscriberTable extends ProfileColumns, FeedColumns {
  id: string
  environment_id: string
  subscriber_id: string
  channels: Json<ChannelSettings[]>
  /** The subscriber's fields when the workspace file was last read. null if the file doesn't name the subscriber. */
  from_workspace: ColumnType<Data | null, string | null, string | null>
  /** What the subscriber has chosen. null: the choices of the workspace file apply. */
  preferences: ColumnType<PreferenceChoices | null, string | null | undefined, string | null>
  /** Number of changes, from 0. */
  version: number
  created_at: Date
  updated_at: Date
}
export type SubscriberRow = Selectable<SubscriberTable>

export interface MessageTable {
  id: string
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
  /** Id of the integration that sends it. null: it is not sent. */
  integration_id: string | null
  /** When it is sent, or tried again. While a process sends it: when another one may. null: it does not wait. */
  send_at: Date | null
  /** The tries that have ended. null: it is not sent. */
  tries: number | null
  /** What must hold when it is sent. null: nothing. */
  only_if: ColumnType<StoredCondition | null, string | null | undefined, string | null>
  /** Hashes of the values in the payload, for the index of payloads. null if the message is not in it. */
  payload_keys: ColumnType<unknown, never, RawBuilder<unknown>>
  /** When the user archived it. null: it is not archived. */
  archived_at: Date | null
  /** When its snooze ends. null: it is not snoozed. An archived message is not. */
  snoozed_until: Date | null
  /** Times of delivery, in ISO 8601: several after a snooze. */
  delivered_at: Json<string[]>
  /** When it was created, or last delivered again. The id has the time of creation. */
  created_at: Date
  updated_at: Date
}
export type MessageRow = Selectable<MessageTable>

/** The notifications on which a message depends: it is sent if one of them is unread or unseen. */
export interface StoredCondition {
  /** Ids of the messages that show in the app. */
  messages: string[]
  is: 'unread' | 'unseen'
  /** The time that each has to be read, in milliseconds from its last delivery. */
  after: number
}

/** An event as a run stores it: the fields that its messages need. */
export interface StoredEvent extends Pick<TriggerEvent, 'actor' | 'tenant' | 'context' | 'overrides'> {
  transactionId: string
  /** When it happened, in ISO 8601. */
  time: string
  payload: Data
}

/** A workflow that waits at one of its steps, for one recipient. */
export interface RunTable {
  id: string
  environment_id: string
  subscriber_key: string
  /** Identifier of the workflow. */
  workflow: string
  /** Name of the step at which it waits. It goes on with the next one. */
  step: string
  /** What the events of a digest have in common, with its step. null: it is none. */
  digest_key: string | null
  /** Id of the message for whose end it waits. null: it waits for a time. */
  waits_for: string | null
  /** When it goes on. */
  due_at: Date
  notification_id: string
  /** Ids of the notifications that it has shown, by the name of their step. */
  shown: Json<Record<string, string[]>>
  /** Its newest events, oldest first. A digest without any only remembers its last event. */
  events: Json<StoredEvent[]>
  /** The number of all its events. */
  total_count: number
  /** Transaction ids of its events, to cancel them. */
  transaction_ids: string[]
  last_event_at: Date
}
export type RunRow = Selectable<RunTable>

/** Transaction ids of delivered events, so that no event is delivered twice. */
export interface TransactionIdTable {
  environment_id: string
  transaction_id: string
  created_at: Date
}

/** Stored responses for repeated idempotency keys. */
export interface StoredResponseTable {
  organization_id: string
  key: string
  /** Hash of the request's body. */
  fingerprint: string
  status: number
  /** The response body as it was sent. */
  body: string
  created_at: Date
}

/** Secrets that all processes share. */
export interface SecretTable {
  /** What the secret is for. */
  name: string
  secret: string
}

/** All tables. They have a schema of their own, so that an application can use the same database. */
export interface Tables {
  'tidings.subscribers': SubscriberTable
  'tidings.messages': MessageTable
  'tidings.runs': RunTable
  'tidings.transaction_ids': TransactionIdTable
  'tidings.stored_responses': StoredResponseTable
  'tidings.secrets': SecretTable
}

/** The transaction of one operation. */
export type Trx = Transaction<Tables>
