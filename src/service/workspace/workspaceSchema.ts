import * as z from 'zod/mini'
import { subscriberEntry } from '../../contract/bulkSubscribers.ts'
import { channels } from '../../contract/channel.ts'
import { channelChoices, scheduleChoice } from '../../contract/extensions/preferencesChange.ts'
import { severities } from '../../contract/inbox/constants.ts'
import { type OpenEnum, plainObject } from '../../contract/responseSchema.ts'
import { condition, identifier, workflowStep } from './stepSchema.ts'

const withDefault = z._default

/** The `providerId` of an integration. Any other text names a sender of your own. */
export type ProviderId = OpenEnum<
  | 'novu'
  | 'nodemailer'
  | 'twilio'
  | 'generic-sms'
  | 'slack'
  | 'rocket-chat'
  | 'mattermost'
  | 'ryver'
  | 'msteams'
  | 'discord'
  | 'zulip'
  | 'grafana-on-call'
  | 'chat-webhook'
  | 'fcm'
  | 'expo'
  | 'one-signal'
  | 'push-webhook'
>

const providerId: z.ZodMiniType<ProviderId, ProviderId> = identifier
const text = z.optional(z.string())
const flag = z.optional(z.boolean())

/** The credentials that the senders of this service read. Other senders may read others. */
const credentials = z.looseObject({
  /** `nodemailer`, required: name or address of the mail server. */
  host: text,
  /** `nodemailer`: port of the mail server. Default 587, or 465 with `secure`. */
  port: z.optional(z.pipe(z.union([z.string(), z.int().check(z.minimum(1), z.maximum(65_535))]), z.transform(String))),
  /** `nodemailer`: user name at the mail server. Default: no authentication. */
  user: text,
  /** `nodemailer`: password of the `user`. */
  password: text,
  /** `nodemailer`: whether the connection uses TLS from the start. Default true for port 465. */
  secure: flag,
  /** `nodemailer`: whether a mail is only sent after STARTTLS. Default false. */
  requireTls: flag,
  /** `nodemailer`: whether STARTTLS is not used, also if the server offers it. Default false. */
  ignoreTls: flag,
  /** `nodemailer`: options of `tls.connect` in Node, such as `rejectUnauthorized`. */
  tlsOptions: z.optional(plainObject),
  /**
   * The sender. `nodemailer`, required: an email address. `twilio`, required: a phone number, or the id `MG…` of a
   * messaging service. `generic-sms`: the `sender` in the JSON.
   */
  from: text,
  /** `nodemailer`: name of the sender. */
  senderName: text,
  /** `twilio`, required: the account SID, `AC…`. */
  accountSid: text,
  /** `twilio`, required: the auth token. */
  token: text,
  /**
   * `generic-sms`, required: the address that gets the JSON. `twilio`, `fcm`, `expo`, `one-signal`: replaces the
   * address of the provider, for tests or a proxy.
   */
  baseUrl: text,
  /** `generic-sms`: name of the header with the `apiKey`. */
  apiKeyRequestHeader: text,
  /** `one-signal`, required. `generic-sms`: required with `apiKeyRequestHeader`. `expo`: an access token. */
  apiKey: text,
  /** `generic-sms`: name of the header with the `secretKey`. */
  secretKeyRequestHeader: text,
  /** `push-webhook`, required, and `chat-webhook`: signs requests. `generic-sms`: for `secretKeyRequestHeader`. */
  secretKey: text,
  /** `generic-sms`: dotted path of the message's id in the response. Default `id`. */
  idPath: text,
  /** `generic-sms`: whether requests have a token, which the address in `domain` returns. Default false. */
  authenticateByToken: flag,
  /** `generic-sms`: with `authenticateByToken`, the address that returns the token in `data`. */
  domain: text,
  /** `generic-sms`: with `authenticateByToken`, name of the token in `data`, and of its header. */
  authenticationTokenKey: text,
  /** `grafana-on-call`: id of the alert. */
  alertUid: text,
  /** `grafana-on-call`: title of the alert. */
  title: text,
  /** `grafana-on-call`: address of a picture. */
  imageUrl: text,
  /** `grafana-on-call`: state of the alert, such as `alerting` or `ok`. */
  state: text,
  /** `grafana-on-call`: address of more details. */
  externalLink: text,
  /** `fcm`, required: the JSON text of the service account's key. */
  serviceAccount: text,
  /** `one-signal`, required: id of the app. */
  applicationId: text,
  /** `push-webhook`, required: the address that gets the JSON. */
  webhookUrl: text,
})

const integration = z.strictObject({
  /** Display name. */
  name: z.string(),
  /** Unique name: credentials of subscribers refer to it. 1 to 255 characters. */
  identifier,
  /** Provider behind the integration: `novu` for in-app, one that the service sends through, or one of your own. */
  providerId,
  /** Channel that the integration sends over. */
  channel: z.enum(channels),
  /** Credentials of the provider. The API returns them to every client with the API key. Default: none. */
  credentials: withDefault(credentials, {}),
  /** Whether the integration is in use. Only active ones are listed. Default true. */
  active: withDefault(z.boolean(), true),
  /**
   * Whether it sends the messages of its channel if several can. Without a primary integration, the last active one
   * does. Default false.
   */
  primary: withDefault(z.boolean(), false),
  /** When the integration sends: all conditions must hold. Default: always. */
  conditions: z.optional(z.array(condition)),
})

const workflow = z.strictObject({
  /** Unique name by which events trigger the workflow. 1 to 255 characters. */
  identifier,
  /** Display name in the preferences. */
  name: z.string(),
  /** Purpose of the workflow. Default: empty. */
  description: withDefault(z.string(), ''),
  /** Whether events start the workflow. If `false`, they get the status `trigger_not_active`. Default true. */
  active: withDefault(z.boolean(), true),
  /**
   * Whether subscribers receive it regardless of their preferences. Critical workflows are not listed in the
   * preferences. Default false.
   */
  critical: withDefault(z.boolean(), false),
  /** How urgent its messages are. Lists of notifications can filter by it. Default `none`. */
  severity: withDefault(z.enum(severities), 'none'),
  /** Labels of its messages, by which an app can filter them. Default: none. */
  tags: withDefault(z.array(z.string()), []),
  /** What happens for each recipient, in order: messages, and waits between them. Default: none. */
  steps: withDefault(z.array(workflowStep), []),
})

const globalChoice = z.strictObject({
  /** Whether the subscriber gets notifications at all. Default true. */
  enabled: withDefault(z.boolean(), true),
  /** The channels that the subscriber enabled or disabled. Omitted channels are enabled. */
  channels: withDefault(channelChoices, {}),
  /** When the subscriber wants messages that are sent. Others, and critical ones, wait for nothing. */
  schedule: z.optional(scheduleChoice),
})

const workflowChoice = z.strictObject({
  /** Whether the subscriber gets notifications of the workflow. Default true. */
  enabled: withDefault(z.boolean(), true),
  /** The channels that the subscriber enabled or disabled. Omitted channels are enabled. */
  channels: withDefault(channelChoices, {}),
})

const preferences = z.strictObject({
  /** The choices for all workflows. */
  global: z.optional(globalChoice),
  /** Choices for single workflows, by the workflow's identifier. */
  workflows: withDefault(z.record(z.string(), workflowChoice), {}),
})

const subscriber = z.extend(subscriberEntry, {
  /** The subscriber's id, typically the user id in your system. 1 to 255 characters. */
  subscriberId: identifier,
  /** The subscriber's preferences. */
  preferences: z.optional(preferences),
})

/** The format of a workspace file. Fields with a default are optional. */
export const workspaceSchema = z.strictObject({
  /** Address or path of the JSON schema, for validation in an editor. The service ignores it. */
  $schema: z.optional(z.string()),
  /** Your organization's name. 1 to 255 characters. Default `tidings`. */
  organizationId: withDefault(identifier, 'tidings'),
  /**
   * Name of the environment that all data belongs to. A new name starts without data in the same database. 1 to 255
   * characters.
   */
  environmentId: identifier,
  /** Identifiers that an event's `tenant` may name. Default: none. */
  tenants: withDefault(z.array(identifier), []),
  /** The organization's providers. Default: none. */
  integrations: withDefault(z.array(integration), []),
  /** The workflows that events trigger. Default: none. */
  workflows: withDefault(z.array(workflow), []),
  /** Subscribers that the service stores when it starts, and their preferences. Default: none. */
  subscribers: withDefault(z.array(subscriber), []),
})

/**
 * The configuration of an organization: integrations and workflows, which the API can read but not change, and
 * preferences, which apply until a subscriber changes them.
 */
export type Workspace = z.output<typeof workspaceSchema>
/** A workspace as written in its file, before defaults are filled in. */
export type WorkspaceInput = z.input<typeof workspaceSchema>
export type WorkspaceWorkflow = Workspace['workflows'][number]
export type WorkspaceSubscriber = Workspace['subscribers'][number]
export type WorkflowChoice = z.output<typeof workflowChoice>
/** A subscriber's choices for all workflows and for single ones. */
export type PreferenceChoices = z.output<typeof preferences>
