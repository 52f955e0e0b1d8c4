import type { Integration } from '../../contract/integration.ts'
import type { OperationName } from '../../contract/operations.ts'
import { type Preferences, preferencesQuery } from '../../contract/preferences.ts'
import { readQuery } from '../http/readInput.ts'
import { findSubscriber } from '../subscribers/findSubscribers.ts'
import { preferencesOf } from '../workspace/preferencesOf.ts'
import { bulkTrigger } from './bulkTrigger.ts'
import { getFeed } from './getFeed.ts'
import type { Implementation } from './Implementation.ts'
import { markAll, markAs } from './markAs.ts'
import { appendCredentials, bulkSubscribers } from './subscribers.ts'

/** Get active integrations (4.3): with their credentials, so it is for servers only. */
const getActiveIntegrations: Implementation<Integration[]> =
  () =>
  async ({ catalog }) =>
    catalog.integrations.filter(({ active }) => active)

/** Get subscriber preferences (4.5). */
const getPreferences: Implementation<Preferences> = ({ subscriberId, query }) => {
  const { criticality = 'nonCritical' } = readQuery(preferencesQuery, query)
  return async ({ trx, catalog }) => {
    await findSubscriber(trx, catalog, subscriberId)
    return preferencesOf(catalog, subscriberId, criticality)
  }
}

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
