import type { BulkSubscribersResult } from '../contract/bulkSubscribers.ts'

/**
 * Makes the answer to bulk create subscribers (4.4): Ada was created.
 * @param fields what shall differ: one of the three lists, or more.
 */
export const makeBulkSubscribersResult = (fields: Partial<BulkSubscribersResult> = {}): BulkSubscribersResult => ({
  created: [{ subscriberId: 'ada' }],
  updated: [],
  failed: [],
  ...fields,
})
