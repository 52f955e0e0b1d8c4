import * as z from 'zod/mini'
import { appendCredentialsBody } from './appendCredentials.ts'
import { bulkSubscribersBody, bulkSubscribersResult, maxSubscribers } from './bulkSubscribers.ts'
import { bulkTriggerBody, maxEvents, triggerResult } from './bulkTrigger.ts'
import { integration } from './integration.ts'
import type { Operation } from './operation.ts'
import { subscriber } from './subscriber.ts'

/** The four operations that only a server with the API key may call. */
export const serverOperations = {
  /** Appends credentials to those of a subscriber. */
  appendCredentials: {
    method: 'PATCH',
    path: '/v1/subscribers/{subscriberId}/credentials',
    body: appendCredentialsBody,
    response: subscriber,
    status: 200,
  },
  /** Returns the active integrations of the organization. */
  getActiveIntegrations: {
    method: 'GET',
    path: '/v1/integrations/active',
    response: z.array(integration),
    status: 200,
  },
  /** Creates or updates subscribers. */
  bulkSubscribers: {
    method: 'POST',
    path: '/v1/subscribers/bulk',
    body: bulkSubscribersBody,
    response: bulkSubscribersResult,
    status: 201,
    limit: { field: 'subscribers', max: maxSubscribers },
  },
  /** Triggers events. */
  bulkTrigger: {
    method: 'POST',
    path: '/v1/events/trigger/bulk',
    body: bulkTriggerBody,
    response: z.array(triggerResult),
    status: 201,
    limit: { field: 'events', max: maxEvents },
  },
} as const satisfies Record<string, Operation>
