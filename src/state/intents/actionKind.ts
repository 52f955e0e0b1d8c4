import { triageCalls } from '../../client/triageCalls.ts'
import { buttonTypes } from '../../contract/inbox/constants.ts'
import { list, oneOf, string } from '../../contract/inbox/guard.ts'
import type { ActionIntent } from '../log/feedIntent.ts'
import type { IntentKind } from './intentKind.ts'

export const actionKind: IntentKind<ActionIntent, unknown> = {
  name: 'action',
  subject: 'feed',
  fields: { ids: list(string), button: oneOf(buttonTypes, 'must be a type of button') },
  request: (client, subscriberId, { ids: [id = ''], button }, options) =>
    triageCalls(client).completeAction(subscriberId, id, button, options),
  // The log shows all that it does.
  refresh: () => {},
}
