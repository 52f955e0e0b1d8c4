import * as z from 'zod/mini'
import { appendCredentialsBody } from './appendCredentials.ts'
import { bulkSubscribersBody, bulkSubscribersResult, maxSubscribers } from './bulkSubscribers.ts'
import { bulkTriggerBody, maxEvents, triggerResult } from './bulkTrigger.ts'
import { integration } from './integration.ts'
import type { Operation } from './operation.ts'
import { subscriber } from './subscriber.ts'

/** The four operations that only a server with the key may call (docs/interface.md, part 4), each named once. */
export const serverOperations = {
  /** Adds credentials to a subscriber's (4.1). */
  appendCredentials: {
    method: 'PATCH',
    path: '/v1/subscribers/{subscriberId}/credentials',
    body: appendCredentialsBody,
    answer: subscriber,
    status: 200,
  },
  /** The active integrations (4.3). */
  getActiveIntegrations: {
    method: 'GET',
    path: '/v1/integrations/active',
    answer: z.array(integration),
    status: 200,
  },
  /** Creates or updates subscribers (4.4). */
  bulkSubscribers: {
    method: 'POST',
    path: '/v1/subscribers/bulk',
    body: bulkSubscribersBody,
    answer: bulkSubscribersResult,
    status: 201,
    limit: { field: 'subscribers', max: maxSubscribers },
  },
  /** Triggers events (4.8). */
  bulkTrigger: {
    method: 'POST',
    path: '/v1/events/trigger/bulk',
    body: bulkTriggerBody,
    answer: z.array(triggerResult),
    status: 201,
    limit: { field: 'events', max: maxEvents },
  },
} as const satisfies Record<string, Operation>
