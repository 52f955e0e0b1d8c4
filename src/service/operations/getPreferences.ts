import { preferencesQuery, type Preferences } from '../../contract/preferences.ts'
import { readQuery } from '../http/readInput.ts'
import { findSubscriber } from '../subscribers/findSubscribers.ts'
import { preferencesOf } from '../workspace/preferencesOf.ts'
import type { Implementation } from './Implementation.ts'

/** Get subscriber preferences (4.5). */
export const getPreferences: Implementation<Preferences> = ({ subscriberId, query }) => {
  const { criticality = 'nonCritical' } = readQuery(preferencesQuery, query)
  return async ({ trx, catalog }) => {
    await findSubscriber(trx, catalog, subscriberId)
    return preferencesOf(catalog, subscriberId, criticality)
  }
}
