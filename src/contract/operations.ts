import * as z from 'zod/mini'
import { inboxOperations } from './inboxOperations.ts'
import { message } from './message.ts'
import type { Operation } from './operation.ts'
import { serverOperations } from './serverOperations.ts'

/**
 * The eight operations (docs/interface.md, part 4) in the order of the interface. The client, the proxy's allow-list,
 * the service's routes and the idempotency rule read this table: a path or a limit is written nowhere else.
 */
export const operations = {
  appendCredentials: serverOperations.appendCredentials,
  getFeed: inboxOperations.getFeed,
  getActiveIntegrations: serverOperations.getActiveIntegrations,
  bulkSubscribers: serverOperations.bulkSubscribers,
  getPreferences: inboxOperations.getPreferences,
  // A server reads the whole message, an inbox only the part that may leave the server.
  markAs: { ...inboxOperations.markAs, answer: z.array(message) },
  markAll: inboxOperations.markAll,
  bulkTrigger: serverOperations.bulkTrigger,
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof operations

export { idempotencyHeader, isWrite, maxIdempotencyKey, operationPath, type Operation } from './operation.ts'
