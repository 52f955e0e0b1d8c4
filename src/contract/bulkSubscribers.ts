import * as z from 'zod/mini'
import { answerObject, maybe } from './answerSchema.ts'
import { plainObject } from './isObject.ts'

/** A subscriber as a client writes it (4.4). Only `subscriberId` is required. */
export const subscriberEntry = z.strictObject({
  /** The id that you choose, typically the user id in your system. */
  subscriberId: z.string().check(z.minLength(1, { error: 'must not be empty' })),
  /** First name. */
  firstName: z.optional(z.string()),
  /** Last name. */
  lastName: z.optional(z.string()),
  /** Email address. */
  email: z.optional(z.string()),
  /** Phone number. */
  phone: z.optional(z.string()),
  /** Address of a picture of the subscriber. */
  avatar: z.optional(z.string()),
  /** Preferred language or region, such as `en-GB`. */
  locale: z.optional(z.string()),
  /** Time zone, such as `Europe/Stockholm`. */
  timezone: z.optional(z.string()),
  /** Free-form data of yours. */
  data: z.optional(plainObject),
})
export type SubscriberEntry = z.output<typeof subscriberEntry>

/** Most subscribers in one call (part 8). */
export const maxSubscribers = 500

/** Body of bulk create subscribers (4.4). */
export const bulkSubscribersBody = z.strictObject({
  /** The subscribers, 1 to 500. */
  subscribers: z.array(subscriberEntry).check(z.minLength(1), z.maxLength(maxSubscribers)),
})
export type BulkSubscribersBody = z.output<typeof bulkSubscribersBody>

const storedEntry = answerObject({
  /** The id of the entry. */
  subscriberId: z.string(),
})

/** Answer of bulk create subscribers (4.4): each entry of the request is in one of the three lists. */
export const bulkSubscribersResult = answerObject({
  /** Subscribers that existed before. */
  updated: z.array(storedEntry),
  /** Subscribers that are new. */
  created: z.array(storedEntry),
  /** Entries that could not be stored. The others were stored. */
  failed: z.array(
    answerObject({
      /** What is wrong with the entry. */
      message: maybe(z.string()),
      /** The id of the entry, where it has one. */
      subscriberId: maybe(z.string()),
    }),
  ),
})
export type BulkSubscribersResult = z.output<typeof bulkSubscribersResult>
