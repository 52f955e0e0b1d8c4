import * as z from 'zod/mini'
import { feedLimit, severities } from '../inbox/constants.ts'
import { freeObject, responseObject } from '../responseSchema.ts'
import { notificationV2 } from './notificationV2.ts'
import { flag, whole } from './queryFields.ts'

const someTags = z.array(z.string()).check(z.minLength(1, { error: 'must be a list of at least one tag' }))

/** Tags of workflows: a list matches any of them, `and` has several such lists. An empty list would match nothing. */
export const tagsFilter = z.union(
  [
    someTags,
    z.strictObject({
      /** Lists of tags. A notification must have a tag of each. */
      and: z
        .array(
          z.strictObject({
            /** Tags of which a notification must have one. */
            or: someTags,
          }),
        )
        .check(z.minLength(1), z.maxLength(100)),
    }),
  ],
  { error: 'must be a list of tags, or {"and":[{"or":[…]},…]}' },
)
export type TagsFilter = z.output<typeof tagsFilter>

/** Milliseconds since 1970, until the year 9999. */
const milliseconds = whole(0, 253_402_300_799_999, 'must be a time in milliseconds since 1970')

/** The query of `listNotifications`. It accepts typed values, and their text in a URL, where lists are repeated. */
export const notificationsQuery = z.strictObject({
  /** Maximum number of notifications in the response, 1 to 100. Default 10. */
  limit: z.optional(whole(1, feedLimit.max, `must be a whole number from 1 to ${feedLimit.max}`)),
  /** Id of the last notification of the previous page. */
  after: z.optional(z.string()),
  /** Number of notifications to skip. Default 0. */
  offset: z.optional(whole(0, Number.MAX_SAFE_INTEGER, 'must be a whole number of 0 or more')),
  /** Only read (true) or unread (false) notifications. Default: both. */
  read: z.optional(flag),
  /** Only seen (true) or unseen (false) notifications. Default: both. */
  seen: z.optional(flag),
  /** Only archived notifications (true), or none of these. Default false. */
  archived: z.optional(flag),
  /** Only snoozed notifications (true), or none of these. Default false. */
  snoozed: z.optional(flag),
  /** Only notifications of workflows with one of these severities. */
  severity: z.optional(z.array(z.enum(severities))),
  /** Only notifications with one of these tags. */
  tags: z.optional(someTags),
  /** Only notifications whose `data` has these values: a JSON object. A list matches any of its values. */
  data: z.optional(z.string()),
  /** Only notifications of this time or later, in milliseconds since 1970. */
  createdGte: z.optional(milliseconds),
  /** Only notifications of this time or earlier, in milliseconds since 1970. */
  createdLte: z.optional(milliseconds),
})
export type NotificationsQuery = z.output<typeof notificationsQuery>

/** A page of a list of notifications. */
export const notificationPage = responseObject({
  /** Notifications of the page, newest first. */
  data: z.array(notificationV2),
  /** Whether there is a next page. */
  hasMore: z.boolean(),
  /** The filters of the request. */
  filter: freeObject,
})
export type NotificationPage = z.output<typeof notificationPage>

/** What a count of `countNotifications` counts. */
export const notificationFilter = z.strictObject({
  /** Only read (true) or unread (false) notifications. Default: both. */
  read: z.optional(z.boolean()),
  /** Only seen (true) or unseen (false) notifications. Default: both. */
  seen: z.optional(z.boolean()),
  /** Only archived notifications (true), or none of these. Default false. */
  archived: z.optional(z.boolean()),
  /** Only snoozed notifications (true), or none of these. Default false. */
  snoozed: z.optional(z.boolean()),
  /** Only notifications of workflows with one of these severities. */
  severity: z.optional(z.array(z.enum(severities))),
  /** Only notifications with these tags. */
  tags: z.optional(tagsFilter),
})
export type NotificationFilter = z.output<typeof notificationFilter>

/** The most filters of a count. */
export const maxFilters = 30

/** The filters of `countNotifications`. */
export const notificationFilters = z
  .array(notificationFilter)
  .check(z.maxLength(maxFilters, { error: `must have at most ${maxFilters} filters` }))

export type NotificationFilters = z.output<typeof notificationFilters>

/** The query of `countNotifications`. */
export const countsQuery = z.strictObject({
  /** The filters, at most 30: a JSON list of objects. */
  filters: z.string(),
})
export type CountsQuery = z.output<typeof countsQuery>

/** The number of notifications that match a filter. */
export const notificationCount = responseObject({
  /** Number of notifications. */
  count: z.number(),
  /** The filter, as it was sent. */
  filter: freeObject,
})
export type NotificationCount = z.output<typeof notificationCount>
