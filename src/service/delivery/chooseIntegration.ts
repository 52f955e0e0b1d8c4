import type { Channel } from '../../contract/channel.ts'
import type { Integration } from '../../contract/integration.ts'
import { conditionScope } from '../conditions/conditionScope.ts'
import { matchesConditions } from '../conditions/matchesConditions.ts'
import type { SubscriberRow } from '../database/tables.ts'

/** For whom and for what an integration is chosen. */
export interface Choice {
  channel: Channel
  recipient: SubscriberRow
  /** Payload of the event. */
  payload: Record<string, unknown>
  /** Receives a line for the operator about each condition that can't be compared, with the cure. Default: none. */
  warn?: (line: string) => void
}

/**
 * Chooses the integration that sends a message: of the active ones of the channel whose conditions hold, one that the
 * recipient has credentials for, else the primary one, else the newest.
 * @param integrations oldest first.
 */
export const chooseIntegration = (
  integrations: readonly Integration[],
  { channel, recipient, payload, warn }: Choice,
): Integration | undefined => {
  const scope = conditionScope(recipient, payload)
  const fitting = integrations.filter(
    (integration) =>
      integration.active &&
      integration.channel === channel &&
      matchesConditions(integration.conditions ?? [], scope, (line) =>
        warn?.(`In the conditions of the integration ${JSON.stringify(integration.identifier)}: ${line}`),
      ),
  )
  const known = fitting.filter(({ _id }) => recipient.channels.some(({ _integrationId }) => _integrationId === _id))
  return preferred(known) ?? preferred(fitting)
}

const preferred = (integrations: readonly Integration[]) =>
  integrations.find(({ primary }) => primary) ?? integrations.at(-1)
