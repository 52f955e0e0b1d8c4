import * as z from 'zod/mini'
import { inboxOperations } from './inboxOperations.ts'
import { message } from './message.ts'
import type { Operation } from './operation.ts'
import { serverOperations } from './serverOperations.ts'

/**
 * The eight operations, in the order of docs/interface.md. The client, the proxy's allow-list, the service's routes and
 * the idempotency rule read this table. No other file contains a path or a limit.
 */
export const operations = {
  appendCredentials: serverOperations.appendCredentials,
  getFeed: inboxOperations.getFeed,
  getActiveIntegrations: serverOperations.getActiveIntegrations,
  bulkSubscribers: serverOperations.bulkSubscribers,
  getPreferences: inboxOperations.getPreferences,
  /**
   * Marks messages by their ids. A server reads the whole messages, an inbox only the fields that may leave the server.
   */
  markAs: { ...inboxOperations.markAs, response: z.array(message) },
  markAll: inboxOperations.markAll,
  bulkTrigger: serverOperations.bulkTrigger,
} as const satisfies Record<string, Operation>

/** The name of an operation: "getFeed". */
export type OperationName = keyof typeof operations

export { idempotencyHeader, isWrite, maxIdempotencyKey, operationPath, type Operation } from './operation.ts'
