import * as z from 'zod/mini'
import { markVerbs } from './inbox/constants.ts'

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
})
export type MarkAsBody = z.output<typeof markAsBody>

/** The body of `markAll`. */
export const markAllBody = z.strictObject({
  /** Identifier of a feed, or a list of these: only their messages are marked. Default: all in-app messages. */
  feedIdentifier: z.optional(oneOrMore('a feed identifier')),
  /** Mark to set. */
  markAs: z.enum(markVerbs),
})
export type MarkAllBody = z.output<typeof markAllBody>
