import * as z from 'zod/mini'
import { triageActions } from '../inbox/constants.ts'
import { deliveries, time } from './deliveries.ts'
import { tagsFilter } from './notificationLists.ts'

/** The most ids of a batch. */
export const maxBatch = 100

const ids = z
  .array(z.string())
  .check(
    z.minLength(1, { error: 'must have at least one id' }),
    z.maxLength(maxBatch, { error: `must have at most ${maxBatch} ids` }),
  )

/** The body of `snoozeNotification`. */
export const snoozeBody = z.strictObject({
  /** When the notification is delivered again: later than now, and within a year. ISO 8601. */
  snoozeUntil: time,
})
export type SnoozeBody = z.output<typeof snoozeBody>

/** The body of `batchNotifications`. */
export const batchBody = z
  .strictObject({
    /** What to do with the notifications. */
    action: z.enum(triageActions),
    /** Ids of notifications, 1 to 100. Those that the subscriber does not have are ignored. */
    notificationIds: ids,
    /** With `snooze` only: when they are delivered again. Later than now, and within a year. ISO 8601. */
    snoozeUntil: z.optional(time),
    /**
     * The `createdAt` of the notifications as their user knows them, by id: 100 at most. One that was delivered again
     * since stays as it is. Send it only to a service whose feed pages have `offers.deliveries`. Default: all change.
     */
    deliveries: z.optional(deliveries),
  })
  .check(
    z.refine(({ action, snoozeUntil }) => (action === 'snooze') === (snoozeUntil !== undefined), {
      path: ['snoozeUntil'],
      error: 'belongs to the action "snooze", which needs it',
    }),
  )
export type BatchBody = z.output<typeof batchBody>

/** What `batchNotifications` can do. */
export type TriageAction = BatchBody['action']

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
  /**
   * The `createdAt` of the newest notification that the user knows: later ones stay as they are. Send it only to a
   * service whose feed pages have `offers.deliveries`. Default: all.
   */
  until: z.optional(time),
})
export type MatchingBody = z.output<typeof matchingBody>

/** The body of `seeNotifications`. */
export const seenBody = z.extend(matchingBody, {
  /** Ids of notifications, 1 to 100. Default: all. */
  notificationIds: z.optional(ids),
})
export type SeenBody = z.output<typeof seenBody>
