import * as z from 'zod/mini'
import { responseObject, maybe } from './responseSchema.ts'

/**
 * The body of an error response: see the errors in docs/interface.md. Every field is optional, since a gateway in
 * between may respond with anything.
 */
export const errorBody = responseObject({
  /** HTTP status, as in the response: 404. */
  statusCode: maybe(z.number()),
  /** Time of the error. ISO 8601. */
  timestamp: maybe(z.string()),
  /** Path of the request. */
  path: maybe(z.string()),
  /** Explanation for a person. Code must not depend on it. */
  message: maybe(z.union([z.string(), z.array(z.string())])),
  /** Further details of the error, in no fixed form. */
  ctx: maybe(z.unknown()),
  /** Id of the error in the service's log. */
  errorId: maybe(z.string()),
  /** Distinguishes errors of the same status: "TIDINGS_311". Only the tidings proxy sets it. */
  code: maybe(z.string()),
  /** Errors in the query or the body, by field. */
  errors: maybe(
    // `z.record` would add 0.5 kB to every inbox.
    z.catchall(
      z.object({}),
      responseObject({
        /** Errors of the field, a sentence each. */
        messages: z.array(z.string()),
        /** Rejected value. */
        value: z.optional(z.unknown()),
      }),
    ),
  ),
})
export type ErrorBody = z.output<typeof errorBody>
