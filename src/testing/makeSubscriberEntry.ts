import type { SubscriberEntry } from '../contract/bulkSubscribers.ts'

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
