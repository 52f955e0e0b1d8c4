import type { OperationName } from '../../contract/operations.ts'
import { appendCredentials } from './appendCredentials.ts'
import { bulkSubscribers } from './bulkSubscribers.ts'
import { bulkTrigger } from './bulkTrigger.ts'
import { getActiveIntegrations } from './getActiveIntegrations.ts'
import { getFeed } from './getFeed.ts'
import { getPreferences } from './getPreferences.ts'
import type { Implementation } from './Implementation.ts'
import { markAll } from './markAll.ts'
import { markAs } from './markAs.ts'

/** What stands behind each operation of the contract. */
export const implementations: Record<OperationName, Implementation> = {
  appendCredentials,
  getFeed,
  getActiveIntegrations,
  bulkSubscribers,
  getPreferences,
  markAs,
  markAll,
  bulkTrigger,
}
