import * as z from 'zod/mini'
import { responseObject, maybe, plainObject } from './responseSchema.ts'

/** A subscriber in a request. Only `subscriberId` is required. */
export const subscriberEntry = z.strictObject({
  /** Id that you choose, typically the user id in your system. */
  subscriberId: z.string().check(z.minLength(1, { error: 'must not be empty' })),
  /** First name. */
  firstName: z.optional(z.string()),
  /** Last name. */
  lastName: z.optional(z.string()),
  /** Email address. */
  email: z.optional(z.string()),
  /** Phone number, such as `+46701234567`. */
  phone: z.optional(z.string()),
  /** URL of a picture of the subscriber. */
  avatar: z.optional(z.string()),
  /** Preferred language or region, such as `en-GB`. */
  locale: z.optional(z.string()),
  /** IANA time zone, such as `Europe/Stockholm`. */
  timezone: z.optional(z.string()),
  /** Free-form data of your app: a JSON object. */
  data: z.optional(plainObject),
})
export type SubscriberEntry = z.output<typeof subscriberEntry>

/** The maximum number of subscribers in one call. */
export const maxSubscribers = 500

/** The body of `bulkSubscribers`. */
export const bulkSubscribersBody = z.strictObject({
  /** Subscribers to create or update: 1 to 500. */
  subscribers: z.array(subscriberEntry).check(z.minLength(1), z.maxLength(maxSubscribers)),
})
export type BulkSubscribersBody = z.output<typeof bulkSubscribersBody>

const storedEntry = responseObject({
  /** Id of the subscriber. */
  subscriberId: z.string(),
})

/** The result of `bulkSubscribers`. Each entry of the request is in one of the three lists. */
export const bulkSubscribersResult = responseObject({
  /** Subscribers that existed before and were updated. */
  updated: z.array(storedEntry),
  /** Subscribers that were created. */
  created: z.array(storedEntry),
  /** Entries that the service rejected. It stored the others. */
  failed: z.array(
    responseObject({
      /** Reason of the rejection, for a developer. */
      message: maybe(z.string()),
      /** Id of the entry. Undefined if the entry has none. */
      subscriberId: maybe(z.string()),
    }),
  ),
})
export type BulkSubscribersResult = z.output<typeof bulkSubscribersResult>
