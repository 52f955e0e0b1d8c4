import type { ChannelCredentialsRequest, ChannelSettings } from '../../contract/channelSettings.ts'
import type { SubscriberRow, Trx } from '../database/tables.ts'
import type { Catalog } from '../workspace/catalog.ts'

/** Credentials for one provider, as 4.1 and the recipients of 4.8 name them. */
export interface ChannelAddition {
  providerId: string
  integrationIdentifier?: string | undefined
  credentials: ChannelCredentialsRequest
}

/** An addition whose integration was found. */
export interface ResolvedAddition {
  providerId: string
  integrationIdentifier: string
  integrationId: string
  credentials: ChannelCredentialsRequest
}

/**
 * Finds the active integration that an addition is for: the one that it names, or else the provider's newest,
 * which is the last in the workspace.
 * @returns undefined where there is none.
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

/** Says that resolveAddition found nothing. */
export const noIntegration = ({ providerId, integrationIdentifier }: ChannelAddition): string =>
  integrationIdentifier === undefined
    ? `The organization has no active integration for ${providerId}.`
    : `The organization has no active integration ${JSON.stringify(integrationIdentifier)} for ${providerId}.`

/**
 * Appends credentials to a subscriber's own (4.1).
 * @param row The subscriber, locked by this transaction: what another call appended meanwhile must not be lost.
 */
export const appendChannels = async (
  trx: Trx,
  row: SubscriberRow,
  additions: readonly ResolvedAddition[],
  time: Date,
): Promise<SubscriberRow> =>
  trx
    .updateTable('tidings.subscribers')
    .set({
      channels: JSON.stringify(additions.reduce(withAddition, row.channels)),
      version: row.version + 1,
      updated_at: time,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()

const withAddition = (channels: ChannelSettings[], addition: ResolvedAddition): ChannelSettings[] => {
  const { providerId, integrationIdentifier, integrationId, credentials } = addition
  const existing = channels.find((settings) => settings._integrationId === integrationId)
  const merged = { ...existing?.credentials, ...credentials }
  // Tokens are a set; a call that names none keeps those that are there.
  const tokens = [...new Set([...(existing?.credentials.deviceTokens ?? []), ...(credentials.deviceTokens ?? [])])]
  const settings: ChannelSettings = {
    providerId,
    integrationIdentifier,
    credentials: tokens.length > 0 ? { ...merged, deviceTokens: tokens } : merged,
    _integrationId: integrationId,
  }
  return existing ? channels.map((each) => (each === existing ? settings : each)) : [...channels, settings]
}
