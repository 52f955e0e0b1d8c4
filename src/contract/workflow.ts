import * as z from 'zod/mini'
import { answerObject, freeObject, maybe, openEnum } from './answerSchema.ts'
import { channelPreference } from './preferences.ts'
import { stepFilter } from './stepFilter.ts'

const unit = openEnum(['seconds', 'minutes', 'hours', 'days', 'weeks', 'months'])
const weekDay = openEnum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])

/** When a timed digest is sent (2.7, TimedConfig). */
export const timedConfig = answerObject({
  atTime: maybe(z.string()),
  weekDays: maybe(z.array(weekDay)),
  monthDays: maybe(z.array(z.string())),
  ordinal: maybe(openEnum(['1', '2', '3', '4', '5', 'last'])),
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
  monthlyType: maybe(openEnum(['each', 'on'])),
})
export type TimedConfig = z.output<typeof timedConfig>

const digestRegular = answerObject({
  amount: maybe(z.number()),
  unit: maybe(unit),
  digestKey: maybe(z.string()),
  type: z.enum(['regular', 'backoff']),
  backoff: maybe(z.boolean()),
  backoffAmount: maybe(z.number()),
  backoffUnit: maybe(unit),
  updateMode: maybe(z.boolean()),
})
const digestTimed = answerObject({
  amount: maybe(z.number()),
  unit: maybe(unit),
  digestKey: maybe(z.string()),
  type: z.literal('timed'),
  timed: maybe(timedConfig),
})
const delayScheduled = answerObject({ type: z.literal('scheduled'), delayPath: z.string() })
/** A kind of waiting that this version does not know: kept as it came. */
const unknownMetadata = answerObject({ type: maybe(z.string()) })

/**
 * How a digest or delay step waits (2.7): DigestRegular, DigestTimed, DelayRegular or DelayScheduled.
 * DelayRegular (`amount`, `unit`, `type: 'regular'`) is DigestRegular with fewer fields: nothing on the wire
 * tells the two apart, so one schema reads both.
 */
export const stepMetadata = z.union([digestTimed, delayScheduled, digestRegular, unknownMetadata])
export type StepMetadata = z.output<typeof stepMetadata>

const stepFields = {
  _id: maybe(z.string()),
  uuid: maybe(z.string()),
  name: maybe(z.string()),
  _templateId: maybe(z.string()),
  active: maybe(z.boolean()),
  shouldStopOnFail: maybe(z.boolean()),
  /** The interface does not show the fields of a message template. */
  template: maybe(freeObject),
  filters: maybe(z.array(stepFilter)),
  _parentId: maybe(z.string()),
  metadata: maybe(stepMetadata),
  replyCallback: maybe(answerObject({ active: maybe(z.boolean()), url: maybe(z.string()) })),
}

/** One step of a workflow (2.7, NotificationStep). A variant is a step without variants. */
export const notificationStep = answerObject({
  ...stepFields,
  variants: maybe(z.array(answerObject(stepFields))),
})
export type NotificationStep = z.output<typeof notificationStep>

/** What starts a workflow (2.7). */
export const notificationTrigger = answerObject({
  type: openEnum(['event']),
  identifier: z.string(),
  variables: z.array(answerObject({ name: z.string() })),
  subscriberVariables: maybe(z.array(answerObject({ name: z.string() }))),
})
export type NotificationTrigger = z.output<typeof notificationTrigger>

/** The group that a workflow is filed under (2.7). */
export const notificationGroup = answerObject({
  _id: maybe(z.string()),
  name: z.string(),
  _environmentId: z.string(),
  _organizationId: z.string(),
  _parentId: maybe(z.string()),
})
export type NotificationGroup = z.output<typeof notificationGroup>

/** The workflow that produced a message (2.7). */
export const workflow = answerObject({
  _id: maybe(z.string()),
  name: z.string(),
  description: z.string(),
  active: z.boolean(),
  draft: z.boolean(),
  preferenceSettings: channelPreference,
  critical: z.boolean(),
  tags: z.array(z.string()),
  steps: z.array(notificationStep),
  _organizationId: z.string(),
  _creatorId: z.string(),
  _environmentId: z.string(),
  triggers: z.array(notificationTrigger),
  _notificationGroupId: z.string(),
  _parentId: maybe(z.string()),
  deleted: z.boolean(),
  deletedAt: z.string(),
  deletedBy: z.string(),
  notificationGroup: maybe(notificationGroup),
  data: maybe(freeObject),
  workflowIntegrationStatus: maybe(freeObject),
})
export type Workflow = z.output<typeof workflow>
