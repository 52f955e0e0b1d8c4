import * as z from 'zod/mini'
import { type FeedCounts, readExtension } from './extensions/feedCounts.ts'
import { flag, whole } from './extensions/queryFields.ts'
import { feedLimit } from './inbox/constants.ts'
import { readItems, type UnreadableItem } from './inbox/readItems.ts'
import type { InboxNotification } from './inboxNotification.ts'
import { responseObject, maybe } from './responseSchema.ts'

/** The extensions that a service offers, besides the operations that it has. */
export const feedOffers = responseObject({
  /** Whether `markAll` accepts `returnIds`. */
  returnIds: maybe(z.boolean()),
  /** Whether notifications can be archived, snoozed and deleted, and used buttons stored. */
  triage: maybe(z.boolean()),
  /** Whether marks and changes accept `deliveries` and `until`, and leave alone what was delivered later. */
  deliveries: maybe(z.boolean()),
})
export type FeedOffers = z.output<typeof feedOffers>

/** A page of an in-app feed. Notifications that do not match the contract are listed apart. */
export interface FeedPage {
  /** Number of notifications in the feed. Some services clamp it to the page: never derive a total from it alone. */
  totalCount?: number | undefined
  /** Whether there is a next page. */
  hasMore: boolean
  /** Notifications of the page, newest first. */
  data: InboxNotification[]
  /** Number of notifications in this response. Some services repeat the requested limit instead. */
  pageSize: number
  /** Number of this page. The number of the next page is this plus 1. */
  page: number
  /** Extensions that the service offers. Default: none. */
  offers?: FeedOffers | undefined
  /** Notifications that do not match the contract, and so are missing from `data`. */
  unreadable: UnreadableItem[]
  /** The counts that a `tidings/proxy` adds if a call requests them: see `CallOptions`. */
  counts?: FeedCounts | undefined
  /**
   * Identifies the page at the `tidings/proxy` that serves the stream of hints: see `HintStream`. Only with `counts`
   * requested, and while the proxy gets a hint for every change.
   */
  liveToken?: string | undefined
}

const wirePage = responseObject({
  totalCount: maybe(z.number()),
  hasMore: z.boolean(),
  data: z.array(z.unknown()),
  pageSize: z.number(),
  page: z.number(),
  offers: maybe(feedOffers),
})

/** The response of `getFeed`. It is checked notification by notification: an invalid one does not hide the others. */
export const feedPage = z.pipe(
  wirePage,
  z.transform((page: z.output<typeof wirePage>): FeedPage => ({ ...readExtension(page), ...readItems(page.data) })),
)

/** The query of `getFeed`. It accepts typed values, and their text in a URL. */
export const feedQuery = z.strictObject({
  /** Number of the page. Omit it in the first request: some services count pages from 0, others from 1. */
  page: z.optional(whole(0, Number.MAX_SAFE_INTEGER, 'must be a whole number of 0 or more')),
  /** Maximum number of notifications in the response, 1 to 100. Default 10. */
  limit: z.optional(whole(1, feedLimit.max, `must be a whole number from 1 to ${feedLimit.max}`)),
  /** Only read (true) or unread (false) notifications. Default: both. */
  read: z.optional(flag),
  /** Only seen (true) or unseen (false) notifications. Default: both. */
  seen: z.optional(flag),
  /** Only notifications whose payload contains this partial one: base64 of a JSON object, made by `encodePayload`. */
  payload: z.optional(z.string()),
})
export type FeedQuery = z.output<typeof feedQuery>
