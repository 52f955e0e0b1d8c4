import * as z from 'zod/mini'
import { responseObject, maybe, openEnum } from './responseSchema.ts'

/** The chat and push providers that a subscriber can have credentials for. */
export const providerIds = [
  'slack',
  'discord',
  'msteams',
  'mattermost',
  'ryver',
  'zulip',
  'grafana-on-call',
  'getstream',
  'rocket-chat',
  'whatsapp-business',
  'chat-webhook',
  'service-slack',
  'fcm',
  'apns',
  'expo',
  'one-signal',
  'pushpad',
  'push-webhook',
  'pusher-beams',
  'appio',
] as const
export type ProviderId = (typeof providerIds)[number]

const credentialFields = {
  /** Webhook URL of a chat provider. */
  webhookUrl: z.string(),
  /** Channel of a `mattermost` integration. */
  channel: z.string(),
  /** Device tokens of a push provider. */
  deviceTokens: z.array(z.string()),
  /** Alert UID in the webhook of `grafana-on-call`. */
  alertUid: z.string(),
  /** Title in the webhook of `grafana-on-call`. */
  title: z.string(),
  /** URL of a picture in the webhook of `grafana-on-call`. */
  imageUrl: z.string(),
  /** State in the webhook of `grafana-on-call`. */
  state: z.string(),
  /** URL of more details in the webhook of `grafana-on-call`. */
  externalUrl: z.string(),
}

/** Credentials of a provider in a request. Every field is optional; an unknown field is an error. */
export const channelCredentialsRequest = z.partial(z.strictObject(credentialFields))
export type ChannelCredentialsRequest = z.output<typeof channelCredentialsRequest>

/** Credentials of a provider in a response. */
export const channelCredentials = responseObject({
  /** Webhook URL of a chat provider. */
  webhookUrl: maybe(credentialFields.webhookUrl),
  /** Channel of a `mattermost` integration. */
  channel: maybe(credentialFields.channel),
  /** Device tokens of a push provider. */
  deviceTokens: maybe(credentialFields.deviceTokens),
  /** Alert UID in the webhook of `grafana-on-call`. */
  alertUid: maybe(credentialFields.alertUid),
  /** Title in the webhook of `grafana-on-call`. */
  title: maybe(credentialFields.title),
  /** URL of a picture in the webhook of `grafana-on-call`. */
  imageUrl: maybe(credentialFields.imageUrl),
  /** State in the webhook of `grafana-on-call`. */
  state: maybe(credentialFields.state),
  /** URL of more details in the webhook of `grafana-on-call`. */
  externalUrl: maybe(credentialFields.externalUrl),
})
export type ChannelCredentials = z.output<typeof channelCredentials>

/** A subscriber's settings for one provider. */
export const channelSettings = responseObject({
  /** Provider that the settings are for: `slack`, `fcm`. */
  providerId: openEnum(providerIds),
  /** Identifier of the integration. */
  integrationIdentifier: maybe(z.string()),
  /** Credentials for the provider. They are secret. */
  credentials: channelCredentials,
  /** Id of the integration. */
  _integrationId: z.string(),
})
export type ChannelSettings = z.output<typeof channelSettings>
