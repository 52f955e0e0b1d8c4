import type { TriggerEvent, TriggerResult } from '../contract/bulkTrigger.ts'

/**
 * An event as a server triggers it: a comment, with Ada as the recipient.
 * @param number identifies the event.
 * @param fields overrides.
 */
export const makeTriggerEvent = (number: number, fields: Partial<TriggerEvent> = {}): TriggerEvent => ({
  name: 'comment-added',
  to: 'ada',
  payload: { number },
  transactionId: `transaction-${number}`,
  ...fields,
})

/**
 * The result of an event: `makeTriggerEvent(number)` was processed.
 * @param number the number of the event.
 * @param fields overrides.
 */
export const makeTriggerResult = (number: number, fields: Partial<TriggerResult> = {}): TriggerResult => ({
  acknowledged: true,
  status: 'processed',
  transactionId: `transaction-${number}`,
  ...fields,
})
