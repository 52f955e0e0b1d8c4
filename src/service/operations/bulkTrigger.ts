import * as z from 'zod/mini'
import { triggerEvent, type TriggerEvent, type TriggerResult } from '../../contract/bulkTrigger.ts'
import type { FieldIssue } from '../../contract/fieldIssues.ts'
import { isObject } from '../../contract/isObject.ts'
import { operations } from '../../contract/operations.ts'
import { triggerEvents } from '../events/triggerEvents.ts'
import { check, readList } from '../http/readInput.ts'
import { idIssues, sizeIssues } from '../subscribers/checkEntry.ts'
import type { Implementation } from './Implementation.ts'

/** A valid event, or the result of an invalid one. */
type CheckedEvent = { event: TriggerEvent; refused?: never } | { event?: never; refused: TriggerResult }

const named = z.object({ transactionId: z.string() })

/** Validates one event of a bulk call. A malformed event gets a result of its own, and the others continue. */
const checkEvent = (input: unknown): CheckedEvent => {
  const tooLarge = tooLargeFields(input)
  const checked = tooLarge.length > 0 ? { issues: tooLarge } : check(triggerEvent, input)
  const issues = checked.issues ? checked.issues : idsTooLong(checked.value)
  if (checked.value && issues.length === 0) return { event: checked.value }
  const transactionId = named.safeParse(input).data?.transactionId
  return {
    refused: {
      acknowledged: false,
      status: issues.every(({ field }) => /^to\b/.test(field)) ? 'invalid_recipients' : 'error',
      error: issues.map(({ field, message }) => `${field || 'The event'} ${message}`),
      ...(transactionId !== undefined && { transactionId }),
    },
  }
}

const idsTooLong = (event: TriggerEvent): FieldIssue[] => [
  ...idIssues('transactionId', event.transactionId),
  ...[event.to].flat().flatMap((to) => idIssues('to', typeof to === 'string' ? to : to.subscriberId)),
]

const tooLargeFields = (input: unknown): FieldIssue[] => [
  ...sizeIssues(input, ['payload', 'overrides', 'context']),
  ...(isObject(input) ? [input['to']].flat().flatMap((to) => sizeIssues(to, ['data'], 'to.')) : []),
]

/** Bulk trigger event. Results are in the order of the events. */
export const bulkTrigger: Implementation<TriggerResult[]> = ({ body }) => {
  const checked = readList(body, operations.bulkTrigger.limit).map(checkEvent)
  const events = checked.flatMap(({ event }) => event ?? [])
  return async ({ trx, catalog, time, log, report }) => {
    const { results, messageCount, recipientIds } = await triggerEvents(
      trx,
      catalog,
      events.map((event) => ({ event, time })),
    )
    for (const id of recipientIds) report.changed.add(id)
    report.messageCount = messageCount
    // Log failures: the call succeeds, and many senders don't check the results.
    for (const line of new Set(events.flatMap(({ name }, index) => undelivered(name, results[index]) ?? []))) log(line)
    return checked.flatMap(({ refused }) => refused ?? results.shift() ?? [])
  }
}

const undelivered = (name: string, result: TriggerResult | undefined): string | undefined =>
  result === undefined || result.status === 'processed'
    ? undefined
    : `An event ${JSON.stringify(name)} was not delivered: ${[result.status, ...(result.error ?? [])].join(', ')}.`
