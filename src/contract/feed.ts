import * as z from 'zod/mini'
import { answerObject, maybe } from './answerSchema.ts'
import { describeIssues, type FieldIssue } from './fieldIssues.ts'
import { inboxNotification, type InboxNotification } from './inboxNotification.ts'
import { isObject } from './isObject.ts'

/** A feed item that could not be read. It is left out of the page and told of here; the others show. */
export interface UnreadableItem {
  /** Its place in the `data` array of the answer, from 0. */
  index: number
  /** Its `_id`, where it has one. */
  id: string | undefined
  /** What is wrong, field by field. */
  issues: FieldIssue[]
}

/** One page of an in-app feed (4.2), with the items that could not be read set apart. */
export interface FeedPage {
  /** How many notifications there are in all. Some services clamp it to the page: never derive a total from it alone. */
  totalCount?: number | undefined
  /** Whether a further page exists. */
  hasMore: boolean
  /** The notifications, newest first. */
  data: InboxNotification[]
  /** Count of items in this answer, by the interface; some services echo the requested limit. */
  pageSize: number
  /** Number of this page. The next page's number is this plus 1. */
  page: number
  /** Items that could not be read. */
  unreadable: UnreadableItem[]
}

const wirePage = answerObject({
  totalCount: maybe(z.number()),
  hasMore: z.boolean(),
  data: z.array(z.unknown()),
  pageSize: z.number(),
  page: z.number(),
})

const withId = z.looseObject({ _id: z.string() })

/** Reads the answer of the feed operation (4.2), item by item. */
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
 * A schema builds its result key by key. Engines store large objects that were built so as hash tables: they take two and
 * a half times the memory of the objects of `JSON.parse`, and they are slow to copy. A list of ten thousand makes that felt.
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

/** A query flag: a boolean in code, "true" or "false" in an address. */
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

/** A query number: a number in code, digits in an address. */
const whole = (least: number, most: number, error: string) => {
  const number = z.number({ error }).check(z.multipleOf(1, { error }), z.gte(least, { error }), z.lte(most, { error }))
  const digits = z.pipe(
    z.string(),
    // What is not a number stays none: the check that follows refuses it.
    z.transform((text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN)),
  )
  return z.pipe(z.union([z.number(), digits], { error }), number)
}

/** Bounds of the feed's `limit` (4.2 and part 8). */
export const feedLimit = { default: 10, max: 100 } as const

/** The query of the feed operation (4.2). Reads typed values and their text in an address alike. */
export const feedQuery = z.strictObject({
  /** Number of the page. Leave it out of the first request: whether pages count from 0 or from 1 is the service's choice. */
  page: z.optional(whole(0, Number.MAX_SAFE_INTEGER, 'must be a whole number of 0 or more')),
  /** Most notifications in the answer, 1 to 100. Default 10. */
  limit: z.optional(whole(1, feedLimit.max, `must be a whole number from 1 to ${feedLimit.max}`)),
  /** Only notifications that are read, or that are not. */
  read: z.optional(flag),
  /** Only notifications that are seen, or that are not. */
  seen: z.optional(flag),
  /** Only notifications whose payload holds this partial one: base64 of a JSON object, as `encodePayload` makes it. */
  payload: z.optional(z.string()),
})
export type FeedQuery = z.output<typeof feedQuery>
