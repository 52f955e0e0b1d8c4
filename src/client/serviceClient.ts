import type { AppendCredentialsBody } from '../contract/appendCredentials.ts'
import type { BulkSubscribersBody, BulkSubscribersResult, SubscriberEntry } from '../contract/bulkSubscribers.ts'
import type { BulkTriggerBody, TriggerEvent, TriggerResult } from '../contract/bulkTrigger.ts'
import type { Integration } from '../contract/integration.ts'
import type { MarkAsBody } from '../contract/marks.ts'
import type { Message } from '../contract/message.ts'
import type { Subscriber } from '../contract/subscriber.ts'
import type { CallOptions } from './clientOptions.ts'
import type { InboxClient } from './inboxClient.ts'

/** Options of a helper that makes several calls: each of them makes its own `idempotency-key`. */
export type ChunkedCallOptions = Omit<CallOptions, 'idempotencyKey'>

/** All eight operations, for servers. Every call rejects with a `TidingsError`, or with its signal's reason. */
export interface ServiceClient extends InboxClient {
  /** Marks messages (4.6). Resolves with the whole messages, which hold secrets of delivery: keep them here. */
  markAs(subscriberId: string, mark: MarkAsBody, call?: CallOptions): Promise<Message[]>
  /** Adds credentials and device tokens to those that the subscriber has (4.1). */
  appendCredentials(subscriberId: string, body: AppendCredentialsBody, call?: CallOptions): Promise<Subscriber>
  /** Lists the organization's active integrations (4.3) with their decrypted credentials. */
  getActiveIntegrations(call?: CallOptions): Promise<Integration[]>
  /**
   * Creates or updates up to 500 subscribers (4.4). An entry that could not be stored is in `failed`.
   * Rejects with a `LimitError` for more.
   */
  bulkSubscribers(
    subscribers: readonly SubscriberEntry[] | BulkSubscribersBody,
    call?: CallOptions,
  ): Promise<BulkSubscribersResult>
  /**
   * Creates or updates any number of subscribers, in calls of up to 500, one after another, and joins their
   * results. All entries are checked before the first call. When a call fails, or `signal` ends it, it rejects with a
   * `PartialError`, which holds what was done and what remains.
   */
  bulkSubscribersInChunks(
    subscribers: readonly SubscriberEntry[],
    call?: ChunkedCallOptions,
  ): Promise<BulkSubscribersResult>
  /**
   * Triggers up to 100 events (4.8). Results are in the order of the events; one that went wrong tells so in its
   * `status`. Rejects with a `LimitError` for more.
   *
   * An event without a `transactionId` is given one before it is sent, so that the client's own retries can never
   * deliver it twice. Where you repeat a failed call yourself, give the events a `transactionId` of your own.
   */
  bulkTrigger(events: readonly TriggerEvent[] | BulkTriggerBody, call?: CallOptions): Promise<TriggerResult[]>
  /**
   * Triggers any number of events, in calls of up to 100, one after another, and joins their results in order.
   * All events are checked before the first call. When a call fails, or `signal` ends it, it rejects with a
   * `PartialError`; its `remaining` events have the `transactionId` that they were sent with, so that passing them
   * again is safe.
   */
  bulkTriggerInChunks(events: readonly TriggerEvent[], call?: ChunkedCallOptions): Promise<TriggerResult[]>
}
