import * as z from 'zod/mini'
import { appendCredentialsBody } from './appendCredentials.ts'
import { bulkSubscribersBody, bulkSubscribersResult, maxSubscribers } from './bulkSubscribers.ts'
import { bulkTriggerBody, maxEvents, triggerResult } from './bulkTrigger.ts'
import { feedPage, feedQuery } from './feed.ts'
import { integration } from './integration.ts'
import { markAllBody, markAsBody } from './marks.ts'
import { message } from './message.ts'
import { preferences, preferencesQuery } from './preferences.ts'
import { subscriber } from './subscriber.ts'

/** One operation of the service: all that the client, the proxy and the service need to know of it. */
export interface Operation {
  /** Where interface.md describes it. */
  section: string
  method: 'GET' | 'POST' | 'PATCH'
  /** Path with `{subscriberId}` where it names one. */
  path: string
  /** Who may call it: any server with the key, or also one subscriber's browser through the proxy. */
  audience: 'server' | 'inbox'
  /** Schema of the query. */
  query?: z.ZodMiniType
  /** Schema of the body. */
  body?: z.ZodMiniType
  /** Schema of the answer, envelope taken off. */
  answer: z.ZodMiniType
  /** Status of a good answer. */
  status: 200 | 201
  /** A list in the body that has a largest length (part 8). */
  limit?: { field: string; max: number }
}

/**
 * The eight operations (interface.md, part 4), each named once. The client, the proxy's allow-list, the
 * service's routes and the idempotency rule read this table: a path or a limit is written nowhere else.
 */
export const operations = {
  appendCredentials: {
    section: '4.1',
    method: 'PATCH',
    path: '/v1/subscribers/{subscriberId}/credentials',
    audience: 'server',
    body: appendCredentialsBody,
    answer: subscriber,
    status: 200,
  },
  getFeed: {
    section: '4.2',
    method: 'GET',
    path: '/v1/subscribers/{subscriberId}/notifications/feed',
    audience: 'inbox',
    query: feedQuery,
    answer: feedPage,
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
  getPreferences: {
    section: '4.5',
    method: 'GET',
    path: '/v2/subscribers/{subscriberId}/preferences',
    audience: 'inbox',
    query: preferencesQuery,
    answer: preferences,
    status: 200,
  },
  markAs: {
    section: '4.6',
    method: 'POST',
    path: '/v1/subscribers/{subscriberId}/messages/mark-as',
    audience: 'inbox',
    body: markAsBody,
    answer: z.array(message),
    status: 201,
  },
  markAll: {
    section: '4.7',
    method: 'POST',
    path: '/v1/subscribers/{subscriberId}/messages/mark-all',
    audience: 'inbox',
    body: markAllBody,
    answer: z.number(),
    status: 201,
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

export type OperationName = keyof typeof operations

/** Whether an operation changes something, and so carries an `idempotency-key` (part 4). */
export const isWrite = (operation: Pick<Operation, 'method'>): boolean => operation.method !== 'GET'

/**
 * The address of an operation below `baseUrl`, with the subscriber's id encoded: an id may hold slashes, spaces
 * or anything else.
 * @throws TypeError for an id that no address can carry: an empty one, "." and ".." (which every URL parser
 * takes as a step through the path, percent-encoded or not), and one with half of a surrogate pair.
 */
export const operationPath = (operation: Pick<Operation, 'path'>, subscriberId?: string): string => {
  if (!operation.path.includes('{subscriberId}')) return operation.path
  if (subscriberId === undefined || !isAddressable(subscriberId))
    throw new TypeError(
      `The subscriberId ${JSON.stringify(subscriberId)} can't be part of an address. Use an id that is not empty, not "." or "..", and well-formed text.`,
    )
  return operation.path.replace('{subscriberId}', () => encodeURIComponent(subscriberId))
}

const isAddressable = (id: string) => !/^\.{0,2}$/.test(id) && !/\p{Surrogate}/u.test(id)
