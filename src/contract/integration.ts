import * as z from 'zod/mini'
import { channels } from './channel.ts'
import { responseObject, freeObject, maybe, openEnum } from './responseSchema.ts'
import { stepFilter } from './stepFilter.ts'

const text = maybe(z.string())
const flag = maybe(z.boolean())

/** The credentials of an integration. They are secrets of the organization, and must not reach a browser. */
export const integrationCredentials = responseObject({
  /** API key. */
  apiKey: text,
  /** User name. */
  user: text,
  /** Secret key. */
  secretKey: text,
  /** Domain that sends. */
  domain: text,
  /** Password. */
  password: text,
  /** Host of a mail server. */
  host: text,
  /** Port of a mail server, as text: `587`. */
  port: text,
  /** Region of the provider: `eu-north-1`. */
  region: text,
  /** Account SID. */
  accountSid: text,
  /** Id of a message profile. */
  messageProfileId: text,
  /** Token. */
  token: text,
  /** Sender address or phone number. */
  from: text,
  /** Sender name. */
  senderName: text,
  /** Name of a project. */
  projectName: text,
  /** Id of an application. */
  applicationId: text,
  /** Id of an OAuth client. */
  clientId: text,
  /** Base URL of the provider's API. */
  baseUrl: text,
  /** Webhook URL. */
  webhookUrl: text,
  /** Redirect URL of an OAuth client. */
  redirectUrl: text,
  /** Service account, as JSON text. */
  serviceAccount: text,
  /** Name of an IP pool. */
  ipPoolName: text,
  /** Name of the header with the API key. */
  apiKeyRequestHeader: text,
  /** Name of the header with the secret key. */
  secretKeyRequestHeader: text,
  /** Path of the message id in the provider's response. */
  idPath: text,
  /** Path of the date in the provider's response. */
  datePath: text,
  /** API token. */
  apiToken: text,
  /** Name of the field with the authentication token. */
  authenticationTokenKey: text,
  /** Id of an instance. */
  instanceId: text,
  /** Alert UID of `grafana-on-call`. */
  alertUid: text,
  /** Title for `grafana-on-call`. */
  title: text,
  /** URL of a picture for `grafana-on-call`. */
  imageUrl: text,
  /** State for `grafana-on-call`. */
  state: text,
  /** URL of more details for `grafana-on-call`. */
  externalLink: text,
  /** Id of a channel. */
  channelId: text,
  /** Id of a phone number. */
  phoneNumberIdentification: text,
  /** Access key. */
  accessKey: text,
  /** Application SID. */
  appSid: text,
  /** Id of the sender. */
  senderId: text,
  /** Base URL of AppIO's API. */
  AppIOBaseUrl: text,
  /** Whether the connection uses TLS from the start. */
  secure: flag,
  /** Whether the connection must be upgraded to TLS. */
  requireTls: flag,
  /** Whether the connection is never upgraded to TLS. */
  ignoreTls: flag,
  /** Whether requests are signed with HMAC. */
  hmac: flag,
  /** Whether requests authenticate with a token. */
  authenticateByToken: flag,
  /** Options of a TLS connection. */
  tlsOptions: maybe(freeObject),
})
export type IntegrationCredentials = z.output<typeof integrationCredentials>

/** A provider that the organization uses. */
export const integration = responseObject({
  /** Internal id of the integration. */
  _id: maybe(z.string()),
  /** Id of the environment. */
  _environmentId: z.string(),
  /** Id of the organization. */
  _organizationId: z.string(),
  /** Display name. */
  name: z.string(),
  /** Unique identifier of the integration. */
  identifier: z.string(),
  /** Provider of the integration: `sendgrid`. */
  providerId: z.string(),
  /** Channel that the integration delivers over. */
  channel: openEnum(channels),
  /** Secrets of the provider. They must not reach a browser. */
  credentials: integrationCredentials,
  /** Settings of inbound webhooks. */
  configurations: maybe(
    responseObject({
      /** Whether the service accepts webhooks of the provider. */
      inboundWebhookEnabled: maybe(z.boolean()),
      /** Key of the signatures of these webhooks. */
      inboundWebhookSigningKey: maybe(z.string()),
    }),
  ),
  /** Whether the integration processes events and messages. */
  active: z.boolean(),
  /** Whether the integration is deleted. */
  deleted: z.boolean(),
  /** Time of the deletion. ISO 8601. */
  deletedAt: maybe(z.string()),
  /** Id of the user who deleted the integration. */
  deletedBy: maybe(z.string()),
  /** Whether the integration is the primary one of its channel. */
  primary: z.boolean(),
  /** Conditions under which the integration applies. */
  conditions: maybe(z.array(stepFilter)),
})
export type Integration = z.output<typeof integration>
