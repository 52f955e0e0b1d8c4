import * as z from 'zod/mini'
import { appendCredentialsBody } from './appendCredentials.ts'
import { bulkSubscribersBody, bulkSubscribersResult, maxSubscribers } from './bulkSubscribers.ts'
import { bulkTriggerBody, maxEvents, triggerResult } from './bulkTrigger.ts'
import { integration } from './integration.ts'
import type { Operation } from './operation.ts'
import { subscriber } from './subscriber.ts'

/** The four operations that only a server with the key may call (docs/interface.md, part 4), each named once. */
export const serverOperations = {
  appendCredentials: {
    section: '4.1',
    method: 'PATCH',
    path: '/v1/subscribers/{subscriberId}/credentials',
    audience: 'server',
    body: appendCredentialsBody,
    answer: subscriber,
    status: 200,
  },
  getActiveIntegrations: {
    section: '4.3',
    method: 'GET',
    path: '/v1/integrations/active',
    audience: 'server',
    answer: z.array(integration),
    status: 200,
  },
  bulkSubscribers: {
    section: '4.4',
    method: 'POST',
    path: '/v1/subscribers/bulk',
    audience: 'server',
    body: bulkSubscribersBody,
    answer: bulkSubscribersResult,
    status: 201,
    limit: { field: 'subscribers', max: maxSubscribers },
  },
  bulkTrigger: {
    section: '4.8',
    method: 'POST',
    path: '/v1/events/trigger/bulk',
    audience: 'server',
    body: bulkTriggerBody,
    answer: z.array(triggerResult),
    status: 201,
    limit: { field: 'events', max: maxEvents },
  },
} as const satisfies Record<string, Operation>
