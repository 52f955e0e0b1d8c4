import type { TriggerEvent } from '../contract/bulkTrigger.ts'

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
