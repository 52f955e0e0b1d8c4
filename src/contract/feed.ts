import * as z from 'zod/mini'
import { answerObject, maybe } from './answerSchema.ts'
import type { FeedCounts } from './extensions/feedCounts.ts'
import { describeIssues, type FieldIssue } from './fieldIssues.ts'
import { inboxNotification, type InboxNotification } from './inboxNotification.ts'
import { isObject } from './isObject.ts'

/** A notification that does not match the contract. The feed page omits it and lists it here. */
export interface UnreadableItem {
  /** Index in the `data` array of the response, from 0. */
  index: number
  /** Its `_id`. Undefined if it has none. */
  id: string | undefined
  /** Problems, one per field. */
  issues: FieldIssue[]
}

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
  /** Notifications that do not match the contract, and so are missing from `data`. */
  unreadable: UnreadableItem[]
  /** The counts that a `tidings/proxy` adds if a call requests them: see `CallOptions`. Not checked. */
  counts?: FeedCounts | undefined
  /**
   * Identifies the page at the `tidings/proxy` that serves the stream of hints: see `HintStream`. Only with `counts`
   * requested, and while the proxy gets a hint for every change.
   */
  liveToken?: string | undefined
}

const wirePage = answerObject({
  totalCount: maybe(z.number()),
  hasMore: z.boolean(),
  data: z.array(z.unknown()),
  pageSize: z.number(),
  page: z.number(),
})

const withId = z.looseObject({ _id: z.string() })

/** The response of `getFeed`. It is checked notification by notification: an invalid one does not hide the others. */
export const feedPage = z.pipe(
  wirePage,
  z.transform((page: z.output<typeof wirePage>): FeedPage => {
    const data: InboxNotification[] = []
    const unreadable: UnreadableItem[] = []
    for (const [index, item] of page.data.entries()) {
      const read = inboxNotification.safeParse(item)
      if (read.success) data.push(asReceived(item, read.data))
      else
        unreadable.push({
          index,
          id: withId.safeParse(item).data?._id,
          issues: describeIssues(read.error.issues, item),
        })
    }
    return { ...page, data, unreadable }
  }),
)

/**
 * Returns what a schema read, in the received objects wherever the schema changed nothing, else in copies of those.
 *
 * A schema builds its result key by key. Engines store large objects that were built so as hash tables: they take two
 * and a half times the memory of the objects of `JSON.parse`, and they are slow to copy. A list of ten thousand makes
 * that felt.
 */
const asReceived = <Value>(received: unknown, read: Value): Value =>
  // Other objects with the same contents.
  mergeReceived(received, read) as Value

const mergeReceived = (received: unknown, read: unknown): unknown => {
  if (Array.isArray(received) && Array.isArray(read)) {
    const items = read.map((item, index) => mergeReceived(received[index], item))
    return items.length === received.length && items.every((item, index) => item === received[index]) ? received : items
  }
  if (!isObject(received) || !isObject(read)) return read
  if (Object.keys(received).length !== Object.keys(read).length) return read
  let result = received
  for (const [key, value] of Object.entries(read)) {
    const merged = mergeReceived(received[key], value)
    if (merged === received[key]) continue
    if (result === received) result = { ...received }
    result[key] = merged
  }
  return result
}

/** A flag in a query: a boolean in code, "true" or "false" in a URL. */
const flag = z.union(
  [
    z.boolean(),
    z.pipe(
      z.enum(['true', 'false']),
      z.transform((text) => text === 'true'),
    ),
  ],
  { error: 'must be true or false' },
)

/** A number in a query: a number in code, digits in a URL. */
const whole = (least: number, most: number, error: string) => {
  const number = z.number({ error }).check(z.multipleOf(1, { error }), z.gte(least, { error }), z.lte(most, { error }))
  const digits = z.pipe(
    z.string(),
    // The check that follows rejects NaN.
    z.transform((text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN)),
  )
  return z.pipe(z.union([z.number(), digits], { error }), number)
}

/** The bounds of the feed's `limit`. */
export const feedLimit = {
  /** Notifications per page if a request has no `limit`. */
  default: 10,
  /** Largest allowed `limit`. */
  max: 100,
} as const

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
