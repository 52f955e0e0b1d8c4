import * as z from 'zod/mini'
import { triggerEvent, type TriggerEvent, type TriggerResult } from '../../contract/bulkTrigger.ts'
import type { FieldIssue } from '../../contract/fieldIssues.ts'
import { operations } from '../../contract/operations.ts'
import { triggerEvents } from '../events/triggerEvents.ts'
import { check, readList } from '../http/readInput.ts'
import { idIssues } from '../subscribers/checkEntry.ts'
import type { Implementation } from './Implementation.ts'

/** An event that can be triggered, or the result of one that can't. */
type CheckedEvent = { event: TriggerEvent; refused?: never } | { event?: never; refused: TriggerResult }

const named = z.object({ transactionId: z.string() })

/** Checks one event of a bulk call (4.8): a malformed one gets its own result, and the others go on. */
const checkEvent = (input: unknown): CheckedEvent => {
  const checked = check(triggerEvent, input)
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

/** Bulk trigger event (4.8). Results keep the order of the events. */
export const bulkTrigger: Implementation<TriggerResult[]> = ({ body }) => {
  const checked = readList(body, operations.bulkTrigger.limit).map(checkEvent)
  const events = checked.flatMap(({ event }) => event ?? [])
  return async ({ trx, catalog, time, log }) => {
    const { results } = await triggerEvents(
      trx,
      catalog,
      events.map((event) => ({ event, time })),
    )
    // The call succeeds, and many a sender looks no further.
    for (const line of new Set(events.flatMap(({ name }, index) => undelivered(name, results[index]) ?? []))) log(line)
    return checked.flatMap(({ refused }) => refused ?? results.shift() ?? [])
  }
}

const undelivered = (name: string, result: TriggerResult | undefined): string | undefined =>
  result === undefined || result.status === 'processed'
    ? undefined
    : `An event ${JSON.stringify(name)} was not delivered: ${[result.status, ...(result.error ?? [])].join(', ')}.`
