import * as z from 'zod/mini'
import { triggerEvent, type TriggerEvent, type TriggerResult } from '../../contract/bulkTrigger.ts'
import type { FieldIssue } from '../../contract/fieldIssues.ts'
import { check } from '../http/readInput.ts'
import { idIssues } from '../subscribers/checkEntry.ts'

/** An event that can be triggered, or the result of one that can't. */
export type CheckedEvent = { event: TriggerEvent; refused?: never } | { event?: never; refused: TriggerResult }

const named = z.object({ transactionId: z.string() })

/** Checks one event of a bulk call (4.8): a malformed one gets its own result, and the others go on. */
export const checkEvent = (input: unknown): CheckedEvent => {
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
