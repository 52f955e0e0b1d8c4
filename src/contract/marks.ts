import * as z from 'zod/mini'

/** The four marks (part 3). */
export const markVerbs = ['read', 'seen', 'unread', 'unseen'] as const
export type MarkVerb = (typeof markVerbs)[number]

const oneOrMore = (what: string) => {
  const error = `must be ${what}, or a list of at least one`
  const one = z.string().check(z.minLength(1, { error }))
  return z.union([one, z.array(one).check(z.minLength(1, { error }))], { error })
}

/** Body of mark-as (4.6). */
export const markAsBody = z.strictObject({
  /** Id of the message, several ids joined by commas, or a list of ids. Ids of other subscribers are ignored. */
  messageId: oneOrMore('a message id'),
  /** The mark to set. */
  markAs: z.enum(markVerbs),
})
export type MarkAsBody = z.output<typeof markAsBody>

/** Body of mark-all (4.7). `feedIdentifier` limits it to the messages of those feeds. */
export const markAllBody = z.strictObject({
  /** The feed, or the feeds, whose messages to mark. Without it: all in-app messages. */
  feedIdentifier: z.optional(oneOrMore('a feed identifier')),
  /** The mark to set. */
  markAs: z.enum(markVerbs),
})
export type MarkAllBody = z.output<typeof markAllBody>
