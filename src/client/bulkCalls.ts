import type { BulkSubscribersResult } from '../contract/bulkSubscribers.ts'
import type { BulkTriggerBody, TriggerEvent } from '../contract/bulkTrigger.ts'
import { isObject } from '../contract/isObject.ts'
import { operations } from '../contract/operations.ts'
import type { ServiceClient } from './createServiceClient.ts'
import type { Send } from './createSend.ts'
import { inChunks } from './inChunks.ts'

type BulkCalls = Pick<
  ServiceClient,
  'bulkSubscribers' | 'bulkSubscribersInChunks' | 'bulkTrigger' | 'bulkTriggerInChunks'
>

/** The two calls that carry long lists, and the two helpers that split longer ones. */
export const bulkCalls = (send: Send, newKey: () => string): BulkCalls => {
  const bulkSubscribers: BulkCalls['bulkSubscribers'] = async (given, call) => {
    const body = Array.isArray(given) ? { subscribers: given } : given
    return send('bulkSubscribers', operations.bulkSubscribers, { body, call })
  }

  const bulkTrigger: BulkCalls['bulkTrigger'] = async (given, call) => {
    const body = isBody(given) ? given : { events: given }
    return send('bulkTrigger', operations.bulkTrigger, {
      body: { ...body, events: withTransactionIds(body.events, newKey) },
      call,
    })
  }

  return {
    bulkSubscribers,
    bulkTrigger,
    bulkSubscribersInChunks: (entries, call) =>
      inChunks({
        task: 'bulkSubscribers',
        operation: operations.bulkSubscribers,
        entries,
        send: (chunk) => bulkSubscribers(chunk, call),
        join: joinSubscribers,
      }),
    bulkTriggerInChunks: async (events, call) =>
      inChunks({
        task: 'bulkTrigger',
        operation: operations.bulkTrigger,
        entries: withTransactionIds(events, newKey),
        send: (chunk) => bulkTrigger(chunk, call),
        join: (results) => results.flat(),
      }),
  }
}

const isBody = (given: readonly TriggerEvent[] | BulkTriggerBody): given is BulkTriggerBody =>
  typeof given === 'object' && given !== null && 'events' in given

/**
 * With an id of its own no event is delivered twice, however often the request that carries it is repeated. What
 * is no list, or no event, passes as it is: the contract's check tells of it.
 */
const withTransactionIds = (events: readonly TriggerEvent[], newKey: () => string): readonly TriggerEvent[] =>
  Array.isArray(events)
    ? events.map((event: TriggerEvent) =>
        isObject(event) ? { ...event, transactionId: event.transactionId ?? newKey() } : event,
      )
    : events

const joinSubscribers = (results: BulkSubscribersResult[]): BulkSubscribersResult => ({
  updated: results.flatMap(({ updated }) => updated),
  created: results.flatMap(({ created }) => created),
  failed: results.flatMap(({ failed }) => failed),
})
