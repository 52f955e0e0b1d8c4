import type { BulkSubscribersResult } from '../contract/bulkSubscribers.ts'
import type { BulkTriggerBody, TriggerEvent, TriggerResult } from '../contract/bulkTrigger.ts'
import type { FieldIssue } from '../contract/fieldIssues.ts'
import type { GuardedOperation } from '../contract/inbox/guardedOperations.ts'
import { isObject } from '../contract/isObject.ts'
import { operations } from '../contract/operations.ts'
import type { Send } from './createSend.ts'
import { LimitError } from './errors/LimitError.ts'
import { PartialError } from './errors/PartialError.ts'
import { isRequestError, RequestError } from './errors/RequestError.ts'
import type { TidingsTask } from './errors/TidingsError.ts'
import { guardOperation } from './guardOperations.ts'
import type { HintPublisher } from './hintPublisher.ts'
import { prepareRequest } from './prepareRequest.ts'
import type { ServiceClient } from './serviceClient.ts'
import { upTo } from './upTo.ts'

/** An operation whose body is a list of limited length. */
type ListOperation = GuardedOperation<unknown> & { limit: { field: string; max: number } }

/** @throws LimitError for a list that is too long for one call. */
const checkLimit = (task: TidingsTask, { limit: { field, max } }: ListOperation, body: unknown) => {
  const list = isObject(body) ? body[field] : undefined
  if (Array.isArray(list) && list.length > max) throw new LimitError(task, { field, max, count: list.length })
}

/** A long list, and the function that sends a part of it. */
interface ChunkedList<Entry, Result> {
  task: TidingsTask
  operation: ListOperation
  entries: readonly Entry[]
  send: (entries: readonly Entry[]) => Promise<Result>
  /** Joins the results of the calls, in order. */
  join: (results: Result[]) => Result
}

/**
 * Sends a long list in calls of allowed length, one after another: parallel calls would run into the service's rate
 * limit.
 * @throws RequestError before anything is sent. PartialError if a call fails or its signal aborts, even the first one:
 * the service may have processed it, and only the error has the entries as they were sent.
 */
const inChunks = async <Entry, Result>(list: ChunkedList<Entry, Result>): Promise<Result> => {
  const { task, operation, entries, send, join } = list
  const { field, max } = operation.limit
  if (!Array.isArray(entries)) throw new RequestError(task, [{ field, message: 'must be a list' }])
  const starts = upTo(Math.ceil(entries.length / max)).map((index) => index * max)
  const issues = starts.flatMap((start) => check(task, operation, entries, start))
  if (issues.length > 0) throw new RequestError(task, issues)

  const results: Result[] = []
  for (const start of starts) {
    try {
      results.push(await send(entries.slice(start, start + max)))
    } catch (cause) {
      const remaining = entries.slice(start)
      throw new PartialError(task, { completed: join(results), remaining, count: entries.length, cause })
    }
  }
  return join(results)
}

/** The problems of the part that begins at `start`. Their paths have the indexes of the whole list. */
const check = (
  task: TidingsTask,
  operation: ListOperation,
  entries: readonly unknown[],
  start: number,
): FieldIssue[] => {
  const { field: list, max } = operation.limit
  try {
    prepareRequest(task, operation, { body: { [list]: entries.slice(start, start + max) } })
    return []
  } catch (error) {
    if (!isRequestError(error)) throw error
    return error.fields.map(({ field, message }) => ({
      field: field.replace(/\[(\d+)\]/, (_, index: string) => `[${start + Number(index)}]`),
      message,
    }))
  }
}

type BulkCalls = Pick<
  ServiceClient,
  'bulkSubscribers' | 'bulkSubscribersInChunks' | 'bulkTrigger' | 'bulkTriggerInChunks'
>

/** @param live gets a hint for the recipients of acknowledged events. */
export const bulkCalls = (send: Send, newKey: () => string, live?: HintPublisher): BulkCalls => {
  const subscribersOperation = guardOperation(operations.bulkSubscribers)
  const triggerOperation = guardOperation(operations.bulkTrigger)

  const bulkSubscribers: BulkCalls['bulkSubscribers'] = async (given, call) => {
    const body = Array.isArray(given) ? { subscribers: given } : given
    checkLimit('bulkSubscribers', subscribersOperation, body)
    return send('bulkSubscribers', subscribersOperation, { body, call })
  }

  const bulkTrigger: BulkCalls['bulkTrigger'] = async (given, call) => {
    const body = isBody(given) ? given : { events: given }
    const events = withTransactionIds(body.events, newKey)
    checkLimit('bulkTrigger', triggerOperation, { events })
    const results = await send('bulkTrigger', triggerOperation, { body: { ...body, events }, call })
    const subscriberIds = live ? acknowledgedRecipients(events, results) : []
    if (subscriberIds.length > 0) live?.publish({ subscriberIds, early: true })
    return results
  }

  return {
    bulkSubscribers,
    bulkTrigger,
    bulkSubscribersInChunks: (entries, call) =>
      inChunks({
        task: 'bulkSubscribers',
        operation: subscribersOperation,
        entries,
        send: (chunk) => bulkSubscribers(chunk, call),
        join: joinSubscribers,
      }),
    bulkTriggerInChunks: async (events, call) =>
      inChunks({
        task: 'bulkTrigger',
        operation: triggerOperation,
        entries: withTransactionIds(events, newKey),
        send: (chunk) => bulkTrigger(chunk, call),
        join: (results) => results.flat(),
      }),
  }
}

const isBody = (given: readonly TriggerEvent[] | BulkTriggerBody): given is BulkTriggerBody =>
  typeof given === 'object' && given !== null && 'events' in given

/**
 * Gives each event a `transactionId`: the service delivers none twice, however often its request is repeated. A value
 * that is no list or no event passes unchanged, and the contract's check rejects it.
 */
const withTransactionIds = (events: readonly TriggerEvent[], newKey: () => string): readonly TriggerEvent[] =>
  Array.isArray(events)
    ? events.map((event: TriggerEvent) =>
        isObject(event) ? { ...event, transactionId: event.transactionId ?? newKey() } : event,
      )
    : events

/** The recipients of the events that the service accepted. The results are in the order of the events. */
const acknowledgedRecipients = (events: readonly TriggerEvent[], results: readonly TriggerResult[]): string[] => {
  const recipients = events.filter((_, index) => results[index]?.acknowledged).flatMap(({ to }) => to)
  return [...new Set(recipients.map((to) => (typeof to === 'string' ? to : to.subscriberId)))]
}

const joinSubscribers = (results: BulkSubscribersResult[]): BulkSubscribersResult => ({
  updated: results.flatMap(({ updated }) => updated),
  created: results.flatMap(({ created }) => created),
  failed: results.flatMap(({ failed }) => failed),
})
