import * as z from 'zod/mini'
import { weekDays } from './inbox/weekDays.ts'
import { channelPreference } from './preferences.ts'
import { responseObject, freeObject, maybe, openEnum } from './responseSchema.ts'
import { stepFilter } from './stepFilter.ts'

/** The units of waits. */
export const digestUnits = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months'] as const
/** The positions of a day in its month. */
export const ordinals = ['1', '2', '3', '4', '5', 'last'] as const
/** The kinds of days that a position counts. */
export const ordinalValues = [
  'day',
  'weekday',
  'weekend',
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const

const unit = openEnum(digestUnits)
const weekDay = openEnum(weekDays)

/** The times at which a timed digest is sent. */
export const timedConfig = responseObject({
  /** Time of day: `09:00`. */
  atTime: maybe(z.string()),
  /** Days of the week. */
  weekDays: maybe(z.array(weekDay)),
  /** Days of the month: `1` to `31`. */
  monthDays: maybe(z.array(z.string())),
  /** Position of the day in the month: `1` to `5`, or `last`. */
  ordinal: maybe(openEnum(ordinals)),
  /** Kind of day that `ordinal` counts. */
  ordinalValue: maybe(openEnum(ordinalValues)),
  /** Whether the digest is sent on each listed day (`each`), or on the day of `ordinal` (`on`). */
  monthlyType: maybe(openEnum(['each', 'on'])),
})
export type TimedConfig = z.output<typeof timedConfig>

const digestRegular = responseObject({
  /** Number of units to wait. */
  amount: maybe(z.number()),
  /** Unit of `amount`. */
  unit: maybe(unit),
  /** Payload field that groups events into one digest. */
  digestKey: maybe(z.string()),
  /** Kind of the wait: for a time, or only if events follow one another. */
  type: z.enum(['regular', 'backoff']),
  /** Whether the digest waits only if events follow one another. */
  backoff: maybe(z.boolean()),
  /** Length of the backoff, in units. */
  backoffAmount: maybe(z.number()),
  /** Unit of `backoffAmount`. */
  backoffUnit: maybe(unit),
  /** Whether later events update the first message. */
  updateMode: maybe(z.boolean()),
})
const digestTimed = responseObject({
  /** Number of units to wait. */
  amount: maybe(z.number()),
  /** Unit of `amount`. */
  unit: maybe(unit),
  /** Payload field that groups events into one digest. */
  digestKey: maybe(z.string()),
  /** Kind of the wait: until a time of day. */
  type: z.literal('timed'),
  /** Times at which the digest is sent. */
  timed: maybe(timedConfig),
})
const delayScheduled = responseObject({
  /** Kind of the wait: until a time in the payload. */
  type: z.literal('scheduled'),
  /** Payload field with the time to wait for. */
  delayPath: z.string(),
})
/** A kind of wait that this version does not know. It passes through unchanged. */
const unknownMetadata = responseObject({
  /** Kind of the wait. */
  type: maybe(z.string()),
})

/**
 * The wait of a digest or delay step: DigestRegular, DigestTimed, DelayRegular or DelayScheduled of Novu's API.
 * DelayRegular (`amount`, `unit`, `type: 'regular'`) is DigestRegular with fewer fields. The wire format does not
 * distinguish the two, so one schema reads both.
 */
export const stepMetadata = z.union([digestTimed, delayScheduled, digestRegular, unknownMetadata])
export type StepMetadata = z.output<typeof stepMetadata>

const stepFields = {
  /** Internal id. */
  _id: maybe(z.string()),
  /** Id of the step that edits of the step preserve. */
  uuid: maybe(z.string()),
  /** Display name of the step. */
  name: maybe(z.string()),
  /** Id of the step's message template. */
  _templateId: maybe(z.string()),
  /** Whether the step runs. */
  active: maybe(z.boolean()),
  /** Whether the workflow stops when the step fails. */
  shouldStopOnFail: maybe(z.boolean()),
  /** Message template, in no documented form. */
  template: maybe(freeObject),
  /** Conditions of the step. */
  filters: maybe(z.array(stepFilter)),
  /** Id of the parent step. */
  _parentId: maybe(z.string()),
  /** Wait of a digest or delay step. */
  metadata: maybe(stepMetadata),
  /** Forwarding of replies to an email. */
  replyCallback: maybe(
    responseObject({
      /** Whether replies are forwarded. */
      active: maybe(z.boolean()),
      /** URL that replies are forwarded to. */
      url: maybe(z.string()),
    }),
  ),
}

/** A step of a workflow. A variant is a step without variants. */
export const notificationStep = responseObject({
  ...stepFields,
  /** Variants of the step, each with its conditions. */
  variants: maybe(z.array(responseObject(stepFields))),
})
export type NotificationStep = z.output<typeof notificationStep>

const variable = responseObject({
  /** Name of the variable. */
  name: z.string(),
})

/** A trigger of a workflow. */
export const notificationTrigger = responseObject({
  /** Kind of the trigger. */
  type: openEnum(['event']),
  /** Identifier of the workflow, as in the event's `name`: `comment-created`. */
  identifier: z.string(),
  /** Fields of the event's payload that templates use. */
  variables: z.array(variable),
  /** Fields of the subscriber that templates use. */
  subscriberVariables: maybe(z.array(variable)),
})
export type NotificationTrigger = z.output<typeof notificationTrigger>

/** A group of workflows. */
export const notificationGroup = responseObject({
  /** Internal id. */
  _id: maybe(z.string()),
  /** Display name. */
  name: z.string(),
  /** Id of the environment. */
  _environmentId: z.string(),
  /** Id of the organization. */
  _organizationId: z.string(),
  /** Id of the parent. */
  _parentId: maybe(z.string()),
})
export type NotificationGroup = z.output<typeof notificationGroup>

/** The workflow that created a message. */
export const workflow = responseObject({
  /** Internal id. */
  _id: maybe(z.string()),
  /** Display name. */
  name: z.string(),
  /** Purpose of the workflow. */
  description: z.string(),
  /** Whether events trigger the workflow. */
  active: z.boolean(),
  /** Whether the workflow is a draft. */
  draft: z.boolean(),
  /** Channels that are enabled by default. */
  preferenceSettings: channelPreference,
  /** Whether subscribers can't disable the workflow. */
  critical: z.boolean(),
  /** Tags of the workflow. */
  tags: z.array(z.string()),
  /** Steps, in order. */
  steps: z.array(notificationStep),
  /** Id of the organization. */
  _organizationId: z.string(),
  /** Id of the user who created the workflow. */
  _creatorId: z.string(),
  /** Id of the environment. */
  _environmentId: z.string(),
  /** Triggers of the workflow. */
  triggers: z.array(notificationTrigger),
  /** Id of the group that the workflow belongs to. */
  _notificationGroupId: z.string(),
  /** Id of the parent. */
  _parentId: maybe(z.string()),
  /** Whether the workflow is deleted. */
  deleted: z.boolean(),
  /** Time of the deletion. ISO 8601. */
  deletedAt: z.string(),
  /** Id of the user who deleted the workflow. */
  deletedBy: z.string(),
  /** Group that the workflow belongs to. */
  notificationGroup: maybe(notificationGroup),
  /** Free-form data of the workflow: a JSON object. */
  data: maybe(freeObject),
  /** Status of the integrations that the workflow needs. */
  workflowIntegrationStatus: maybe(freeObject),
})
export type Workflow = z.output<typeof workflow>
