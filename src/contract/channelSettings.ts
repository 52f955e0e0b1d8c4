import * as z from 'zod/mini'
import { answerObject, maybe, openEnum } from './answerSchema.ts'

/** Chat and push providers that a subscriber can hold credentials for (2.2). */
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
  webhookUrl: z.string(),
  channel: z.string(),
  deviceTokens: z.array(z.string()),
  alertUid: z.string(),
  title: z.string(),
  imageUrl: z.string(),
  state: z.string(),
  externalUrl: z.string(),
}

/** Credentials of one provider as a client sends them (2.3): every field optional, no other field allowed. */
export const channelCredentialsRequest = z.partial(z.strictObject(credentialFields))
export type ChannelCredentialsRequest = z.output<typeof channelCredentialsRequest>

/** Credentials of one provider as the service answers them (2.3). */
export const channelCredentials = answerObject({
  webhookUrl: maybe(credentialFields.webhookUrl),
  channel: maybe(credentialFields.channel),
  deviceTokens: maybe(credentialFields.deviceTokens),
  alertUid: maybe(credentialFields.alertUid),
  title: maybe(credentialFields.title),
  imageUrl: maybe(credentialFields.imageUrl),
  state: maybe(credentialFields.state),
  externalUrl: maybe(credentialFields.externalUrl),
})
export type ChannelCredentials = z.output<typeof channelCredentials>

/** Where one provider reaches a subscriber (2.2). */
export const channelSettings = answerObject({
  providerId: openEnum(providerIds),
  integrationIdentifier: maybe(z.string()),
  credentials: channelCredentials,
  _integrationId: z.string(),
})
export type ChannelSettings = z.output<typeof channelSettings>
