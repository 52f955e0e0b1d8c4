import type { TriggerResult } from '../contract/bulkTrigger.ts'

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
