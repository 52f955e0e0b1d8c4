import type { BulkSubscribersResult, SubscriberEntry } from '../contract/bulkSubscribers.ts'
import type { ChannelSettings } from '../contract/channelSettings.ts'
import type { Subscriber } from '../contract/subscriber.ts'
import { testEpoch } from './makeNotification.ts'

/**
 * Makes the settings of one channel of a subscriber (2.2), with its credentials (2.3): a phone reached through FCM. What
 * appending credentials answers (4.1) is the subscriber with them: `makeSubscriber({ channels: [makeChannelSettings()] })`.
 * @param fields what shall differ.
 */
export const makeChannelSettings = (fields: Partial<ChannelSettings> = {}): ChannelSettings => ({
  providerId: 'fcm',
  integrationIdentifier: 'fcm',
  credentials: { deviceTokens: ['device-token-1'] },
  _integrationId: 'integration-fcm',
  ...fields,
})

/**
 * Makes a complete subscriber (2.1): Ada, whose feed the other factories fill.
 * @param fields what shall differ.
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
 * Makes a subscriber as a server writes it (4.4): Ada, as `makeSubscriber` makes her as the service answers.
 * @param fields what shall differ.
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
 * Makes the answer to bulk create subscribers (4.4): Ada was created.
 * @param fields what shall differ: one of the three lists, or more.
 */
export const makeBulkSubscribersResult = (fields: Partial<BulkSubscribersResult> = {}): BulkSubscribersResult => ({
  created: [{ subscriberId: 'ada' }],
  updated: [],
  failed: [],
  ...fields,
})
