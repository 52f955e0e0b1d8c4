import * as z from 'zod/mini'
import { deliveries, time } from './extensions/deliveries.ts'
import { markVerbs } from './inbox/constants.ts'
import { responseObject } from './responseSchema.ts'

/** One of the four marks. */
export type MarkVerb = (typeof markVerbs)[number]

const oneOrMore = (what: string) => {
  const error = `must be ${what}, or a list of at least one`
  const one = z.string().check(z.minLength(1, { error }))
  return z.union([one, z.array(one).check(z.minLength(1, { error }))], { error })
}

/** The body of `markAs`. */
export const markAsBody = z.strictObject({
  /** Id of a message, several ids joined by commas, or a list of ids. Ids of other subscribers are ignored. */
  messageId: oneOrMore('a message id'),
  /** Mark to set. */
  markAs: z.enum(markVerbs),
  /**
   * The `createdAt` of the messages as their user knows them, by id: 100 at most. One that was delivered again since
   * stays as it is. An extension: send it only to a service whose feed pages have `offers.deliveries`. Default: all are
   * marked.
   */
  deliveries: z.optional(deliveries),
})
export type MarkAsBody = z.output<typeof markAsBody>

/** The body of `markAll`. */
export const markAllBody = z.strictObject({
  /** Identifier of a feed, or a list of these: only their messages are marked. Default: all in-app messages. */
  feedIdentifier: z.optional(oneOrMore('a feed identifier')),
  /** Mark to set. */
  markAs: z.enum(markVerbs),
  /**
   * Whether to return which messages the mark has changed, so that it can be undone. An extension: send it only to a
   * service whose feed pages have `offers.returnIds`. Default false.
   */
  returnIds: z.optional(z.boolean()),
  /**
   * The `createdAt` of the newest message that the user knows: later ones stay as they are. An extension, as
   * `deliveries` of `markAs`. Default: all are marked.
   */
  until: z.optional(time),
})
export type MarkAllBody = z.output<typeof markAllBody>

/** The response of `markAll` to a body with `returnIds`: an extension. */
export const markedAll = responseObject({
  /** Number of messages that changed. */
  count: z.number(),
  /** Ids of the messages that changed, newest first, and 1,000 at most: those of the newest. */
  ids: z.array(z.string()),
  /** Those of `ids` that were read before. */
  readIds: z.array(z.string()),
  /** Those of `ids` that were seen before. */
  seenIds: z.array(z.string()),
})
export type MarkedAll = z.output<typeof markedAll>

/** The response of `markAll`: the number of messages that changed, and with `returnIds` also which they are. */
export const markAllResponse = z.union([z.number(), markedAll])
export type MarkAllResponse = z.output<typeof markAllResponse>
