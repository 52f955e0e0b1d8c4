import type { BulkSubscribersResult, SubscriberEntry } from '../contract/bulkSubscribers.ts'
import type { ChannelSettings } from '../contract/channelSettings.ts'
import type { Subscriber } from '../contract/subscriber.ts'
import { testEpoch } from './makeNotification.ts'

/**
 * A subscriber's settings for one channel, with credentials: a phone reached through FCM. Appending credentials returns
 * a subscriber with such settings: `makeSubscriber({ channels: [makeChannelSettings()] })`.
 * @param fields overrides.
 */
export const makeChannelSettings = (fields: Partial<ChannelSettings> = {}): ChannelSettings => ({
  providerId: 'fcm',
  integrationIdentifier: 'fcm',
  credentials: { deviceTokens: ['device-token-1'] },
  _integrationId: 'integration-fcm',
  ...fields,
})

/**
 * A complete subscriber: Ada, whose notifications the other factories create.
 * @param fields overrides.
 */
export const makeSubscriber = (fields: Partial<Subscriber> = {}): Subscriber => ({
  _id: 'subscriber-internal-1',
  subscriberId: 'ada',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  phone: null,
  avatar: null,
  locale: 'en',
  timezone: 'Europe/London',
  data: {},
  channels: [],
  topics: [],
  isOnline: false,
  lastOnlineAt: null,
  _organizationId: 'org_1',
  _environmentId: 'env_1',
  deleted: false,
  createdAt: new Date(testEpoch).toISOString(),
  updatedAt: new Date(testEpoch).toISOString(),
  __v: 0,
  ...fields,
})

/**
 * The input for bulk create subscribers: Ada. `makeSubscriber` creates the same subscriber as the service returns it.
 * @param fields overrides.
 */
export const makeSubscriberEntry = (fields: Partial<SubscriberEntry> = {}): SubscriberEntry => ({
  subscriberId: 'ada',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  locale: 'en',
  timezone: 'Europe/London',
  ...fields,
})

/**
 * The result of bulk create subscribers: Ada was created.
 * @param fields overrides, such as one of the three lists.
 */
export const makeBulkSubscribersResult = (fields: Partial<BulkSubscribersResult> = {}): BulkSubscribersResult => ({
  created: [{ subscriberId: 'ada' }],
  updated: [],
  failed: [],
  ...fields,
})
