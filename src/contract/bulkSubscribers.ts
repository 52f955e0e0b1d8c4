import * as z from 'zod/mini'
import { answerObject, maybe } from './answerSchema.ts'
import { plainObject } from './plainObject.ts'

/** A subscriber as a client writes it (4.4). Only `subscriberId` is required. */
export const subscriberEntry = z.strictObject({
  subscriberId: z.string().check(z.minLength(1, { error: 'must not be empty' })),
  firstName: z.optional(z.string()),
  lastName: z.optional(z.string()),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  avatar: z.optional(z.string()),
  locale: z.optional(z.string()),
  timezone: z.optional(z.string()),
  data: z.optional(plainObject),
})
export type SubscriberEntry = z.output<typeof subscriberEntry>

/** Most subscribers in one call (part 8). */
export const maxSubscribers = 500

/** Body of bulk create subscribers (4.4). */
export const bulkSubscribersBody = z.strictObject({
  subscribers: z.array(subscriberEntry).check(z.minLength(1), z.maxLength(maxSubscribers)),
})
export type BulkSubscribersBody = z.output<typeof bulkSubscribersBody>

/** Answer of bulk create subscribers (4.4): each entry of the request is in one of the three lists. */
export const bulkSubscribersResult = answerObject({
  updated: z.array(answerObject({ subscriberId: z.string() })),
  created: z.array(answerObject({ subscriberId: z.string() })),
  failed: z.array(answerObject({ message: maybe(z.string()), subscriberId: maybe(z.string()) })),
})
export type BulkSubscribersResult = z.output<typeof bulkSubscribersResult>
