import type { ChannelSettings } from '../contract/channelSettings.ts'

/**
 * Makes the settings of one channel of a subscriber (2.2), with its credentials (2.3): a phone reached through FCM. What
 * appending credentials answers (4.1) is the subscriber with them: `makeSubscriber({ channels: [makeChannelSettings()] })`.
 * @param fields what shall differ.
 */
export const makeChannelSettings = (fields: Partial<ChannelSettings> = {}): ChannelSettings => ({
  providerId: 'fcm',
  integrationIdentifier: 'fcm',
  credentials: { deviceTokens: ['device-token-1'] },
  _integrationId: 'integration-fcm',
  ...fields,
})
