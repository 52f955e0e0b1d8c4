import type { AppendCredentialsBody } from '../contract/appendCredentials.ts'
import type { BulkSubscribersBody, BulkSubscribersResult, SubscriberEntry } from '../contract/bulkSubscribers.ts'
import type { BulkTriggerBody, TriggerEvent, TriggerResult } from '../contract/bulkTrigger.ts'
import type { DeletedSubscriber } from '../contract/extensions/deletedSubscriber.ts'
import type { MessagePage, MessagesQuery } from '../contract/extensions/messageList.ts'
import type { Integration } from '../contract/integration.ts'
import type { MarkAsBody } from '../contract/marks.ts'
import type { Message } from '../contract/message.ts'
import type { Subscriber } from '../contract/subscriber.ts'
import type { CallOptions } from './clientOptions.ts'
import type { InboxClient } from './inboxClient.ts'
import type { NotificationCalls } from './notificationCalls.ts'

/** The options of a helper that makes several calls. Each call has its own `idempotency-key`. */
export type ChunkedCallOptions = Omit<CallOptions, 'idempotencyKey'>

/**
 * The eight operations and their extensions, for servers. Each call rejects with a `TidingsError`, or with the reason
 * of its signal.
 */
export interface ServiceClient extends InboxClient, NotificationCalls {
  /**
   * Marks messages. Resolves to the whole messages. They contain secrets of delivery, which must not reach a browser.
   */
  markAs(subscriberId: string, mark: MarkAsBody, call?: CallOptions): Promise<Message[]>
  /** Appends credentials and device tokens to those of the subscriber. */
  appendCredentials(subscriberId: string, body: AppendCredentialsBody, call?: CallOptions): Promise<Subscriber>
  /**
   * Fetches a subscriber, with its credentials. It is an extension: a service without it rejects with an `HttpError`
   * 404, 405 or 501.
   */
  getSubscriber(subscriberId: string, call?: CallOptions): Promise<Subscriber>
  /**
   * Deletes a subscriber with its messages, marks and preferences, for good. The next event to it creates it again. It
   * is an extension, as `getSubscriber` is.
   */
  deleteSubscriber(subscriberId: string, call?: CallOptions): Promise<DeletedSubscriber>
  /**
   * Fetches a page of messages of all channels: to whom they went, whether they were sent, and else why. They contain
   * secrets of delivery, which must not reach a browser. An extension: a service without it rejects with an `HttpError`
   * 404, 405 or 501.
   */
  listMessages(query?: MessagesQuery, call?: CallOptions): Promise<MessagePage>
  /**
   * Cancels what waits of an event: its delays, its part of a digest, and its messages that were not sent yet. Resolves
   * to whether anything did. An extension, as `listMessages` is.
   * @param transactionId that of the event.
   */
  cancelEvent(transactionId: string, call?: CallOptions): Promise<boolean>
  /** Fetches the organization's active integrations, with their decrypted credentials. */
  getActiveIntegrations(call?: CallOptions): Promise<Integration[]>
  /**
   * Creates or updates up to 500 subscribers. Rejected entries are in `failed`. More than 500 reject with a
   * `LimitError`.
   */
  bulkSubscribers(
    subscribers: readonly SubscriberEntry[] | BulkSubscribersBody,
    call?: CallOptions,
  ): Promise<BulkSubscribersResult>
  /**
   * Creates or updates any number of subscribers, in calls of up to 500, one after another, and joins their results. It
   * checks all entries before the first call. If a call fails or `signal` aborts it, it rejects with a `PartialError`,
   * which contains the result so far and the remaining entries.
   */
  bulkSubscribersInChunks(
    subscribers: readonly SubscriberEntry[],
    call?: ChunkedCallOptions,
  ): Promise<BulkSubscribersResult>
  /**
   * Triggers up to 100 events. Results are in the order of the events; the `status` of each says whether it failed.
   * More than 100 reject with a `LimitError`.
   *
   * An event without a `transactionId` gets one before it is sent, so that the client's retries never deliver it twice.
   * If you repeat a failed call yourself, set a `transactionId` on each event.
   */
  bulkTrigger(events: readonly TriggerEvent[] | BulkTriggerBody, call?: CallOptions): Promise<TriggerResult[]>
  /**
   * Triggers any number of events, in calls of up to 100, one after another, and joins their results in order. It
   * checks all events before the first call. If a call fails or `signal` aborts it, it rejects with a `PartialError`.
   * Its `remaining` events have the `transactionId` that they were sent with, so that sending them again is safe.
   */
  bulkTriggerInChunks(events: readonly TriggerEvent[], call?: ChunkedCallOptions): Promise<TriggerResult[]>
}
