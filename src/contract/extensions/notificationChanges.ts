import * as z from 'zod/mini'
import { tagsFilter } from './notificationLists.ts'

/** The most ids of a batch. */
export const maxBatch = 100

const ids = z
  .array(z.string())
  .check(
    z.minLength(1, { error: 'must have at least one id' }),
    z.maxLength(maxBatch, { error: `must have at most ${maxBatch} ids` }),
  )

/** The body of `batchNotifications`. */
export const batchBody = z.strictObject({
  /** What to do with the notifications. */
  action: z.enum(['archive', 'unarchive', 'delete']),
  /** Ids of notifications, 1 to 100. Those that the subscriber does not have are ignored. */
  notificationIds: ids,
})
export type BatchBody = z.output<typeof batchBody>

/**
 * The body of an operation on all notifications that match. It has no ids: a service that ignored them would archive or
 * delete everything. They go to `batchNotifications`.
 */
export const matchingBody = z.strictObject({
  /** Only notifications with these tags. Default: all. */
  tags: z.optional(tagsFilter),
  /**
   * Only notifications whose `data` has these values: a JSON object, as text. A list matches any of its values.
   * Default: all.
   */
  data: z.optional(z.string()),
})
export type MatchingBody = z.output<typeof matchingBody>

/** The body of `markNotificationsSeen`. */
export const seenBody = z.strictObject({
  /** Ids of notifications, 1 to 100. Default: all. */
  notificationIds: z.optional(ids),
  /** Only notifications with these tags. Default: all. */
  tags: z.optional(tagsFilter),
  /**
   * Only notifications whose `data` has these values: a JSON object, as text. A list matches any of its values.
   * Default: all.
   */
  data: z.optional(z.string()),
})
export type SeenBody = z.output<typeof seenBody>
