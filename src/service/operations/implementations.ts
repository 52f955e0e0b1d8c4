import type { Integration } from '../../contract/integration.ts'
import type { OperationName } from '../../contract/operations.ts'
import { type Preferences, preferencesQuery } from '../../contract/preferences.ts'
import { readQuery } from '../http/readInput.ts'
import { findSubscriber } from '../subscribers/findSubscribers.ts'
import { preferencesOf } from '../workspace/preferencesOf.ts'
import { bulkTrigger } from './bulkTrigger.ts'
import { getFeed } from './getFeed.ts'
import type { Implementation } from './Implementation.ts'
import { markAll } from './markAll.ts'
import { markAs } from './markAs.ts'
import { appendCredentials, bulkSubscribers } from './subscribers.ts'

/** Get active integrations. The result contains credentials, so only servers may request it. */
const getActiveIntegrations: Implementation<Integration[]> =
  () =>
  async ({ catalog }) =>
    catalog.integrations.filter(({ active }) => active)

/** Get subscriber preferences. */
const getPreferences: Implementation<Preferences> = ({ subscriberId, query }) => {
  const { criticality = 'nonCritical' } = readQuery(preferencesQuery, query)
  return async ({ trx, catalog }) => {
    await findSubscriber(trx, catalog, subscriberId)
    return preferencesOf(catalog, subscriberId, criticality)
  }
}

/** The implementation of each operation in the contract. */
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
