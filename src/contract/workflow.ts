import * as z from 'zod/mini'
import { answerObject, freeObject, maybe, openEnum } from './answerSchema.ts'
import { channelPreference } from './preferences.ts'
import { stepFilter } from './stepFilter.ts'

const unit = openEnum(['seconds', 'minutes', 'hours', 'days', 'weeks', 'months'])
const weekDay = openEnum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])

/** When a timed digest is sent (2.7, TimedConfig). */
export const timedConfig = answerObject({
  /** Time of day, such as `09:00`. */
  atTime: maybe(z.string()),
  /** Days of the week. */
  weekDays: maybe(z.array(weekDay)),
  /** Days of the month. */
  monthDays: maybe(z.array(z.string())),
  /** Which of the days of a month. */
  ordinal: maybe(openEnum(['1', '2', '3', '4', '5', 'last'])),
  /** Kind of day that `ordinal` counts. */
  ordinalValue: maybe(
    openEnum([
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
    ]),
  ),
  /** Whether each listed day counts, or the day that `ordinal` names. */
  monthlyType: maybe(openEnum(['each', 'on'])),
})
export type TimedConfig = z.output<typeof timedConfig>

const digestRegular = answerObject({
  /** How many units to wait. */
  amount: maybe(z.number()),
  /** Unit of `amount`. */
  unit: maybe(unit),
  /** Payload field by which events are digested together. */
  digestKey: maybe(z.string()),
  /** How the step waits. */
  type: z.enum(['regular', 'backoff']),
  /** Whether the digest waits only when events follow one another. */
  backoff: maybe(z.boolean()),
  /** How many units a backoff lasts. */
  backoffAmount: maybe(z.number()),
  /** Unit of `backoffAmount`. */
  backoffUnit: maybe(unit),
  /** Whether later events update the first message. */
  updateMode: maybe(z.boolean()),
})
const digestTimed = answerObject({
  /** How many units to wait. */
  amount: maybe(z.number()),
  /** Unit of `amount`. */
  unit: maybe(unit),
  /** Payload field by which events are digested together. */
  digestKey: maybe(z.string()),
  /** How the step waits. */
  type: z.literal('timed'),
  /** When the digest is sent. */
  timed: maybe(timedConfig),
})
const delayScheduled = answerObject({
  /** How the step waits. */
  type: z.literal('scheduled'),
  /** Payload field that holds the time to wait for. */
  delayPath: z.string(),
})
/** A kind of waiting that this version does not know: kept as it came. */
const unknownMetadata = answerObject({
  /** How the step waits. */
  type: maybe(z.string()),
})

/**
 * How a digest or delay step waits (2.7): DigestRegular, DigestTimed, DelayRegular or DelayScheduled.
 * DelayRegular (`amount`, `unit`, `type: 'regular'`) is DigestRegular with fewer fields: nothing on the wire
 * tells the two apart, so one schema reads both.
 */
export const stepMetadata = z.union([digestTimed, delayScheduled, digestRegular, unknownMetadata])
export type StepMetadata = z.output<typeof stepMetadata>

const stepFields = {
  /** Internal id. */
  _id: maybe(z.string()),
  /** Id of the step that stays when the step is edited. */
  uuid: maybe(z.string()),
  /** Display name of the step. */
  name: maybe(z.string()),
  /** Id of the step's message template. */
  _templateId: maybe(z.string()),
  /** Whether the step is in use. */
  active: maybe(z.boolean()),
  /** Whether the workflow stops when the step fails. */
  shouldStopOnFail: maybe(z.boolean()),
  /** The interface does not show the fields of a message template. */
  template: maybe(freeObject),
  /** Conditions of the step. */
  filters: maybe(z.array(stepFilter)),
  /** Id of the parent. */
  _parentId: maybe(z.string()),
  /** How long a digest or delay step waits. */
  metadata: maybe(stepMetadata),
  /** What happens to replies to an email. */
  replyCallback: maybe(
    answerObject({
      /** Whether replies are sent on. */
      active: maybe(z.boolean()),
      /** Address that replies are sent to. */
      url: maybe(z.string()),
    }),
  ),
}

/** One step of a workflow (2.7, NotificationStep). A variant is a step without variants. */
export const notificationStep = answerObject({
  ...stepFields,
  /** Variants of the step, by condition. */
  variants: maybe(z.array(answerObject(stepFields))),
})
export type NotificationStep = z.output<typeof notificationStep>

const variable = answerObject({
  /** Name of the variable. */
  name: z.string(),
})

/** What starts a workflow (2.7). */
export const notificationTrigger = answerObject({
  /** What starts the workflow. */
  type: openEnum(['event']),
  /** Identifier of the workflow: the event's `name`. */
  identifier: z.string(),
  /** Names in the event's payload that templates use. */
  variables: z.array(variable),
  /** Names in the subscriber that templates use. */
  subscriberVariables: maybe(z.array(variable)),
})
export type NotificationTrigger = z.output<typeof notificationTrigger>

/** The group that a workflow is filed under (2.7). */
export const notificationGroup = answerObject({
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

/** The workflow that produced a message (2.7). */
export const workflow = answerObject({
  /** Internal id. */
  _id: maybe(z.string()),
  /** Display name. */
  name: z.string(),
  /** What the workflow is for. */
  description: z.string(),
  /** Whether events start the workflow. */
  active: z.boolean(),
  /** Whether the workflow is unfinished. */
  draft: z.boolean(),
  /** Which channels are on unless the subscriber chose otherwise. */
  preferenceSettings: channelPreference,
  /** Whether the subscriber may not switch the workflow off. */
  critical: z.boolean(),
  /** Labels of the workflow. */
  tags: z.array(z.string()),
  /** The steps in their order. */
  steps: z.array(notificationStep),
  /** Id of the organization. */
  _organizationId: z.string(),
  /** Id of the user who made the workflow. */
  _creatorId: z.string(),
  /** Id of the environment. */
  _environmentId: z.string(),
  /** What starts the workflow. */
  triggers: z.array(notificationTrigger),
  /** Id of the group that the workflow is filed under. */
  _notificationGroupId: z.string(),
  /** Id of the parent. */
  _parentId: maybe(z.string()),
  /** Whether the workflow is deleted. */
  deleted: z.boolean(),
  /** When the workflow was deleted. ISO 8601. */
  deletedAt: z.string(),
  /** Id of the user who deleted the workflow. */
  deletedBy: z.string(),
  /** The group that the workflow is filed under. */
  notificationGroup: maybe(notificationGroup),
  /** Free-form data of the workflow. */
  data: maybe(freeObject),
  /** Whether the integrations that the workflow needs are set up. */
  workflowIntegrationStatus: maybe(freeObject),
})
export type Workflow = z.output<typeof workflow>
