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
  tlsOptions: maybe(freeObject),
})
export type IntegrationCredentials = z.output<typeof integrationCredentials>

/** A provider that the organization has set up (2.8). */
export const integration = answerObject({
  _id: maybe(z.string()),
  _environmentId: z.string(),
  _organizationId: z.string(),
  name: z.string(),
  identifier: z.string(),
  providerId: z.string(),
  channel: openEnum(channels),
  credentials: integrationCredentials,
  configurations: maybe(
    answerObject({ inboundWebhookEnabled: maybe(z.boolean()), inboundWebhookSigningKey: maybe(z.string()) }),
  ),
  active: z.boolean(),
  deleted: z.boolean(),
  deletedAt: maybe(z.string()),
  deletedBy: maybe(z.string()),
  primary: z.boolean(),
  conditions: maybe(z.array(stepFilter)),
})
export type Integration = z.output<typeof integration>
