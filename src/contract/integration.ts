import * as z from 'zod/mini'
import { answerObject, freeObject, maybe, openEnum } from './answerSchema.ts'
import { channels } from './channel.ts'
import { stepFilter } from './stepFilter.ts'

/** Names of the integration credentials that are text (2.8). */
const textCredentials = [
  'apiKey',
  'user',
  'secretKey',
  'domain',
  'password',
  'host',
  'port',
  'region',
  'accountSid',
  'messageProfileId',
  'token',
  'from',
  'senderName',
  'projectName',
  'applicationId',
  'clientId',
  'baseUrl',
  'webhookUrl',
  'redirectUrl',
  'serviceAccount',
  'ipPoolName',
  'apiKeyRequestHeader',
  'secretKeyRequestHeader',
  'idPath',
  'datePath',
  'apiToken',
  'authenticationTokenKey',
  'instanceId',
  'alertUid',
  'title',
  'imageUrl',
  'state',
  'externalLink',
  'channelId',
  'phoneNumberIdentification',
  'accessKey',
  'appSid',
  'senderId',
  'AppIOBaseUrl',
] as const

const flagCredentials = ['secure', 'requireTls', 'ignoreTls', 'hmac', 'authenticateByToken'] as const

const fields = <Name extends string, Schema>(names: readonly Name[], schema: Schema) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>

/** Credentials of an integration (2.8): secrets of the organization, never for a browser. */
export const integrationCredentials = answerObject({
  ...fields(textCredentials, maybe(z.string())),
  ...fields(flagCredentials, maybe(z.boolean())),
  /** Options of a TLS connection. */
  tlsOptions: maybe(freeObject),
})
export type IntegrationCredentials = z.output<typeof integrationCredentials>

/** A provider that the organization has set up (2.8). */
export const integration = answerObject({
  /** Internal id of the integration. */
  _id: maybe(z.string()),
  /** Id of the environment. */
  _environmentId: z.string(),
  /** Id of the organization. */
  _organizationId: z.string(),
  /** Display name. */
  name: z.string(),
  /** Unique name of the integration. */
  identifier: z.string(),
  /** Provider behind the integration. */
  providerId: z.string(),
  /** Channel that the integration sends over. */
  channel: openEnum(channels),
  /** Secrets of the provider. They must not reach a browser. */
  credentials: integrationCredentials,
  /** Settings of inbound webhooks. */
  configurations: maybe(
    answerObject({
      /** Whether the provider's webhooks are taken. */
      inboundWebhookEnabled: maybe(z.boolean()),
      /** Key that signs the provider's webhooks. */
      inboundWebhookSigningKey: maybe(z.string()),
    }),
  ),
  /** Whether the integration processes events and messages. */
  active: z.boolean(),
  /** Whether the integration is deleted. */
  deleted: z.boolean(),
  /** When the integration was deleted. ISO 8601. */
  deletedAt: maybe(z.string()),
  /** Id of the user who deleted the integration. */
  deletedBy: maybe(z.string()),
  /** Whether the integration is the primary one of its channel. */
  primary: z.boolean(),
  /** When the integration applies. */
  conditions: maybe(z.array(stepFilter)),
})
export type Integration = z.output<typeof integration>
