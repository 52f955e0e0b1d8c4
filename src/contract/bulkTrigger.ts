import * as z from 'zod/mini'
import { answerObject, maybe, openEnum } from './answerSchema.ts'
import { subscriberEntry } from './bulkSubscribers.ts'
import { providerIds } from './channelSettings.ts'
import { plainObject } from './isObject.ts'

/** A recipient written out in an event (4.8): a subscriber with the channels to reach it by. */
export const recipient = z.extend(subscriberEntry, {
  /** Chat and push channels to add to the subscriber. */
  channels: z.optional(
    z.array(
      z.strictObject({
        /** The provider that the credentials are for. */
        providerId: z.enum(providerIds),
        /** Identifier of the integration. Without it, the newest active integration of the provider is used. */
        integrationIdentifier: z.optional(z.string()),
        /** The credentials to add. */
        credentials: z.strictObject({
          /** Webhook address of a chat provider. */
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

/** Most recipients of one event. */
export const maxRecipients = 100

/** One event to trigger (4.8). `name` and `to` are required. */
export const triggerEvent = z.strictObject({
  /** Identifier of the workflow. */
  name: z.string().check(z.minLength(1, { error: 'must not be empty' })),
  /** A subscriber id, a subscriber, or up to 100 of these. */
  to: z.union([oneRecipient, z.array(oneRecipient).check(z.minLength(1), z.maxLength(maxRecipients))], {
    error: `must be a subscriber id, a subscriber, or a list of 1 to ${maxRecipients} of these`,
  }),
  /** Data for the workflow's templates. */
  payload: z.optional(plainObject),
  /** Keyed by provider id, each holding an object. */
  overrides: z.optional(z.record(z.string(), plainObject)),
  /** An event whose `transactionId` was delivered before is not delivered again. */
  transactionId: z.optional(z.string().check(z.minLength(1))),
  /** Subscriber id of whoever caused the event. */
  actor: z.optional(z.string()),
  /** Identifier of the tenant that the event belongs to. */
  tenant: z.optional(z.string()),
  /** Further names and values. */
  context: z.optional(z.record(z.string(), z.string())),
})
export type TriggerEvent = z.output<typeof triggerEvent>

/** Most events in one call (part 8). */
export const maxEvents = 100

/** Body of bulk trigger (4.8). */
export const bulkTriggerBody = z.strictObject({
  /** The events, 1 to 100. */
  events: z.array(triggerEvent).check(z.minLength(1), z.maxLength(maxEvents)),
})
export type BulkTriggerBody = z.output<typeof bulkTriggerBody>

/** What can become of an event (2.10). */
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

/** What became of one event (2.10, TriggerEventResponse). Results keep the order of the request. */
export const triggerResult = answerObject({
  /** Whether the service took the event. */
  acknowledged: z.boolean(),
  /** What became of the event. */
  status: openEnum(triggerStatuses),
  /** What went wrong. */
  error: maybe(z.array(z.string())),
  /** Id of the event. */
  transactionId: maybe(z.string()),
})
export type TriggerResult = z.output<typeof triggerResult>
