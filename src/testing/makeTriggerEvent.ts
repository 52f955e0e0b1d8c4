import type { TriggerEvent, TriggerResult } from '../contract/bulkTrigger.ts'

/**
 * Makes an event as a server triggers it (4.8): a comment, told to Ada.
 * @param number tells events apart.
 * @param fields what shall differ.
 */
export const makeTriggerEvent = (number: number, fields: Partial<TriggerEvent> = {}): TriggerEvent => ({
  name: 'comment-added',
  to: 'ada',
  payload: { number },
  transactionId: `transaction-${number}`,
  ...fields,
})

/**
 * Makes what became of an event (2.10): `makeTriggerEvent(number)` was processed.
 * @param number of the event.
 * @param fields what shall differ.
 */
export const makeTriggerResult = (number: number, fields: Partial<TriggerResult> = {}): TriggerResult => ({
  acknowledged: true,
  status: 'processed',
  transactionId: `transaction-${number}`,
  ...fields,
})
