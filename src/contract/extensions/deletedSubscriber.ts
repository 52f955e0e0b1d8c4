import * as z from 'zod/mini'
import { responseObject } from '../responseSchema.ts'

/** The response to the deletion of a subscriber. */
export const deletedSubscriber = responseObject({
  /** Whether the service has accepted the deletion. */
  acknowledged: z.boolean(),
  /** What became of the subscriber: `deleted`. */
  status: z.string(),
})
export type DeletedSubscriber = z.output<typeof deletedSubscriber>
