import * as z from 'zod/mini'
import { answerObject, maybe } from './answerSchema.ts'

/**
 * Body of an error answer. The interface does not show one (part 7); this is production's form. All of it is
 * optional for a reader, since a gateway in between may answer anything.
 */
export const errorBody = answerObject({
  /** The HTTP status again. */
  statusCode: maybe(z.number()),
  /** When the error happened. ISO 8601. */
  timestamp: maybe(z.string()),
  /** Path of the request. */
  path: maybe(z.string()),
  /** What is wrong. For a person, not for code. */
  message: maybe(z.union([z.string(), z.array(z.string())])),
  /** Further facts about the error. */
  ctx: maybe(z.unknown()),
  /** Id of the error in the service's log. */
  errorId: maybe(z.string()),
  /** Set by tidings' proxy where a page must tell one kind of error from another of the same status: "TIDINGS_311". */
  code: maybe(z.string()),
  /** What is wrong with a query or a body, by field. */
  errors: maybe(
    // As z.record, it would cost each inbox 0.5 kB.
    z.catchall(
      z.object({}),
      answerObject({
        /** What is wrong with the field. */
        messages: z.array(z.string()),
        /** The value that was refused. */
        value: z.optional(z.unknown()),
      }),
    ),
  ),
})
export type ErrorBody = z.output<typeof errorBody>
