import type { Subscriber } from '../contract/subscriber.ts'
import { testEpoch } from './testEpoch.ts'

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
