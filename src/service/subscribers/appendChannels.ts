import type { ChannelCredentialsRequest, ChannelSettings } from '../../contract/channelSettings.ts'
import type { SubscriberRow } from '../database/tables.ts'
import type { Catalog } from '../workspace/catalog.ts'

/** Credentials for one provider, as "modify credentials" and the recipients of an event contain them. */
export interface ChannelAddition {
  /** The provider, such as `fcm`. */
  providerId: string
  /** Identifier of the integration. Default: the provider's newest active integration. */
  integrationIdentifier?: string | undefined
  credentials: ChannelCredentialsRequest
}

/** An addition with its integration. */
export interface ResolvedAddition {
  providerId: string
  /** Identifier of the integration. */
  integrationIdentifier: string
  /** Id of the integration. */
  integrationId: string
  credentials: ChannelCredentialsRequest
}

/**
 * Finds the active integration of an addition: the named one, or else the provider's newest, which is the last one in
 * the workspace.
 * @returns undefined if there is none.
 */
export const resolveAddition = (catalog: Catalog, addition: ChannelAddition): ResolvedAddition | undefined => {
  const { providerId, integrationIdentifier, credentials } = addition
  const integration = catalog.integrations.findLast(
    (candidate) =>
      candidate.active &&
      candidate.providerId === providerId &&
      (integrationIdentifier === undefined || candidate.identifier === integrationIdentifier),
  )
  return (
    integration && {
      providerId,
      integrationIdentifier: integration.identifier,
      integrationId: integration._id ?? '',
      credentials,
    }
  )
}

export const noIntegration = ({ providerId, integrationIdentifier }: ChannelAddition): string =>
  integrationIdentifier === undefined
    ? `The organization has no active integration for ${providerId}.`
    : `The organization has no active integration ${JSON.stringify(integrationIdentifier)} for ${providerId}.`

/** A stored subscriber with these credentials in addition to its own. */
export const withChannels = (
  row: SubscriberRow,
  additions: readonly ResolvedAddition[],
  time: Date,
): SubscriberRow => ({
  ...row,
  channels: additions.reduce(withAddition, row.channels),
  version: row.version + 1,
  updated_at: time,
})

const withAddition = (channels: ChannelSettings[], addition: ResolvedAddition): ChannelSettings[] => {
  const { providerId, integrationIdentifier, integrationId, credentials } = addition
  const existing = channels.find((settings) => settings._integrationId === integrationId)
  const merged = { ...existing?.credentials, ...credentials }
  // Tokens are a set. A call without tokens preserves the existing ones.
  const tokens = [...new Set([...(existing?.credentials.deviceTokens ?? []), ...(credentials.deviceTokens ?? [])])]
  const settings: ChannelSettings = {
    providerId,
    integrationIdentifier,
    credentials: tokens.length > 0 ? { ...merged, deviceTokens: tokens } : merged,
    _integrationId: integrationId,
  }
  return existing ? channels.map((each) => (each === existing ? settings : each)) : [...channels, settings]
}
