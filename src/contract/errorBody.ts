import * as z from 'zod/mini'
import { answerObject, maybe } from './answerSchema.ts'

/**
 * Body of an error answer. The interface does not show one (part 7); this is production's form. All of it is
 * optional for a reader, since a gateway in between may answer anything.
 */
export const errorBody = answerObject({
  statusCode: maybe(z.number()),
  timestamp: maybe(z.string()),
  path: maybe(z.string()),
  message: maybe(z.union([z.string(), z.array(z.string())])),
  ctx: maybe(z.unknown()),
  errorId: maybe(z.string()),
  /** Set by tidings' proxy where a page must tell one kind of error from another of the same status: "TIDINGS_311". */
  code: maybe(z.string()),
  /** Validation: what is wrong, by field. (What is a record here would cost each inbox 0.5 kB as z.record.) */
  errors: maybe(
    z.catchall(z.object({}), answerObject({ messages: z.array(z.string()), value: z.optional(z.unknown()) })),
  ),
})
export type ErrorBody = z.output<typeof errorBody>
