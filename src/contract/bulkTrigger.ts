import * as z from 'zod/mini'
import { subscriberEntry } from './bulkSubscribers.ts'
import { providerIds } from './channelSettings.ts'
import { responseObject, maybe, openEnum, plainObject } from './responseSchema.ts'

/** A recipient as an object in an event: a subscriber, with channels to add to it. */
export const recipient = z.extend(subscriberEntry, {
  /** Credentials of chat and push providers to add to the subscriber. */
  channels: z.optional(
    z.array(
      z.strictObject({
        /** Provider that the credentials are for: `slack`, `fcm`. */
        providerId: z.enum(providerIds),
        /** Identifier of the integration. Default: the newest active integration of the provider. */
        integrationIdentifier: z.optional(z.string()),
        /** Credentials to add. */
        credentials: z.strictObject({
          /** Webhook URL of a chat provider. */
          webhookUrl: z.optional(z.string()),
          /** Device tokens of a push provider. */
          deviceTokens: z.optional(z.array(z.string())),
        }),
      }),
    ),
  ),
})
export type Recipient = z.output<typeof recipient>

const oneRecipient = z.union([z.string().check(z.minLength(1)), recipient], {
  error: 'must be a subscriber id or a subscriber with a subscriberId',
})

/** The maximum number of recipients of one event. */
export const maxRecipients = 100

/** An event to trigger. `name` and `to` are required. */
export const triggerEvent = z.strictObject({
  /** Identifier of the workflow to trigger: `comment-created`. */
  name: z.string().check(z.minLength(1, { error: 'must not be empty' })),
  /** Recipients: a subscriber id, a subscriber, or a list of up to 100 of these. */
  to: z.union([oneRecipient, z.array(oneRecipient).check(z.minLength(1), z.maxLength(maxRecipients))], {
    error: `must be a subscriber id, a subscriber, or a list of 1 to ${maxRecipients} of these`,
  }),
  /** Data for the workflow's templates: a JSON object. */
  payload: z.optional(plainObject),
  /** Provider-specific settings by provider id: `{ fcm: { data: {} } }`. */
  overrides: z.optional(z.record(z.string(), plainObject)),
  /** Unique id of the event. The service does not deliver an event again whose id it has delivered. */
  transactionId: z.optional(z.string().check(z.minLength(1))),
  /** Subscriber id of the user who caused the event. */
  actor: z.optional(z.string()),
  /** Identifier of the event's tenant. */
  tenant: z.optional(z.string()),
  /** Context of the messages: values by name. */
  context: z.optional(z.record(z.string(), z.string())),
})
export type TriggerEvent = z.output<typeof triggerEvent>

/** The maximum number of events in one call. */
export const maxEvents = 100

/** The body of `bulkTrigger`. */
export const bulkTriggerBody = z.strictObject({
  /** Events to trigger: 1 to 100. */
  events: z.array(triggerEvent).check(z.minLength(1), z.maxLength(maxEvents)),
})
export type BulkTriggerBody = z.output<typeof bulkTriggerBody>

/** The possible outcomes of an event. */
export const triggerStatuses = [
  'error',
  'trigger_not_active',
  'no_workflow_active_steps_defined',
  'no_workflow_steps_defined',
  'processed',
  'no_tenant_found',
  'invalid_recipients',
] as const
export type TriggerStatus = (typeof triggerStatuses)[number]

/** The outcome of an event: `TriggerEventResponse` in docs/interface.md. Results are in the order of the request. */
export const triggerResult = responseObject({
  /** Whether the service accepted the event. */
  acknowledged: z.boolean(),
  /** Outcome: `processed`, or the reason why the event was not. */
  status: openEnum(triggerStatuses),
  /** Error messages, if `status` is an error. With `processed`: why some recipients got nothing. */
  error: maybe(z.array(z.string())),
  /** The event's `transactionId`. */
  transactionId: maybe(z.string()),
})
export type TriggerResult = z.output<typeof triggerResult>
