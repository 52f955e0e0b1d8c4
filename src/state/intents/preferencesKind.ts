import type { PreferencesChange } from '../../contract/extensions/preferencesChange.ts'
import { preferencesChange } from '../../contract/inbox/generatedGuards.ts'
import type { Preferences } from '../../contract/preferences.ts'
import type { Intent } from '../log/intent.ts'
import type { IntentKind } from './intentKind.ts'

/** Changes preferences. */
export interface PreferencesIntent extends Intent {
  kind: 'preferences'
  subject: 'preferences'
  change: PreferencesChange
}

export const preferencesKind: IntentKind<PreferencesIntent, Preferences> = {
  name: 'preferences',
  subject: 'preferences',
  fields: { change: preferencesChange },
  // Nothing is hinted.
  request: (client, subscriberId, { change }, { streamId: _streamId, ...options }) =>
    client.updatePreferences(subscriberId, change, options),
  refresh: (refresh) => refresh.preferences(),
  isOptional: true,
  isStrictlyOrdered: true,
}
