import * as z from 'zod/mini'
import type { Operation } from '../operation.ts'

/** What ends an event that waits. Production has it. Only for a server with the API key. */
export const eventOperations = {
  /** Cancels what waits of the event with the transaction id in the path. Returns whether anything did. */
  cancelEvent: {
    method: 'DELETE',
    path: '/v1/events/trigger/{id}',
    response: z.boolean(),
    status: 200,
  },
} as const satisfies Record<string, Operation>
