import * as z from 'zod/mini'
import { subscriberEntry } from '../../contract/bulkSubscribers.ts'
import { channels } from '../../contract/channel.ts'
import { buttonTypes } from '../../contract/cta.ts'
import { plainObject } from '../../contract/plainObject.ts'

/** Names become keys of indexes, which hold 2.7 kB. */
const identifier = z
  .string()
  .check(
    z.minLength(1, { error: 'must not be empty' }),
    z.maxLength(255, { error: 'must have at most 255 characters' }),
  )
const withDefault = z._default

const integration = z.strictObject({
  name: z.string(),
  identifier,
  providerId: identifier,
  channel: z.enum(channels),
  credentials: withDefault(plainObject, {}),
  active: withDefault(z.boolean(), true),
  primary: withDefault(z.boolean(), false),
})

const cta = z.strictObject({
  type: z.optional(z.literal('redirect')),
  data: z.optional(z.strictObject({ url: z.optional(z.string()) })),
  action: z.optional(
    z.strictObject({
      status: z.optional(z.enum(['pending', 'done'])),
      buttons: z.optional(
        z.array(
          z.strictObject({
            type: z.enum(buttonTypes),
            content: z.string(),
            resultContent: z.optional(z.string()),
          }),
        ),
      ),
      result: z.optional(
        z.strictObject({ payload: z.optional(plainObject), type: z.optional(z.enum(buttonTypes)) }),
      ),
    }),
  ),
})

const step = z.strictObject({
  channel: z.enum(channels),
  active: withDefault(z.boolean(), true),
  subject: z.optional(z.string()),
  content: z.string(),
  feed: z.optional(identifier),
  cta: z.optional(cta),
})

const workflow = z.strictObject({
  identifier,
  name: z.string(),
  description: withDefault(z.string(), ''),
  active: withDefault(z.boolean(), true),
  critical: withDefault(z.boolean(), false),
  tags: withDefault(z.array(z.string()), []),
  steps: withDefault(z.array(step), []),
})

const channelChoices = z.partial(
  z.strictObject({
    in_app: z.boolean(),
    email: z.boolean(),
    sms: z.boolean(),
    chat: z.boolean(),
    push: z.boolean(),
  }),
)

const hour = z
  .string()
  .check(z.regex(/^(0?[1-9]|1[0-2]):[0-5]\d ?[AP]M$/i, { error: 'must be a time such as "09:00 AM"' }))
const day = z.strictObject({
  isEnabled: z.boolean(),
  hours: z.optional(z.array(z.strictObject({ start: hour, end: hour }))),
})
const weeklySchedule = z.partial(
  z.strictObject({
    monday: day,
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: day,
    saturday: day,
    sunday: day,
  }),
)

const globalChoice = z.strictObject({
  enabled: withDefault(z.boolean(), true),
  channels: withDefault(channelChoices, {}),
  schedule: z.optional(
    z.strictObject({ isEnabled: z.boolean(), weeklySchedule: z.optional(weeklySchedule) }),
  ),
})

const workflowChoice = z.strictObject({
  enabled: withDefault(z.boolean(), true),
  channels: withDefault(channelChoices, {}),
})

const preferences = z.strictObject({
  global: z.optional(globalChoice),
  workflows: withDefault(z.record(z.string(), workflowChoice), {}),
})

/** The form of a workspace file. Fields with a default may be left out. */
export const workspaceSchema = z.strictObject({
  organizationId: identifier,
  environmentId: identifier,
  tenants: withDefault(z.array(identifier), []),
  integrations: withDefault(z.array(integration), []),
  workflows: withDefault(z.array(workflow), []),
  subscribers: withDefault(
    z.array(z.extend(subscriberEntry, { subscriberId: identifier, preferences: z.optional(preferences) })),
    [],
  ),
})

/** What an organization has set up and the interface can only read: integrations, workflows, preferences. */
export type Workspace = z.output<typeof workspaceSchema>
/** A workspace as its file holds it, before defaults are filled in. */
export type WorkspaceInput = z.input<typeof workspaceSchema>
export type WorkspaceWorkflow = Workspace['workflows'][number]
export type WorkspaceSubscriber = Workspace['subscribers'][number]
export type GlobalChoice = z.output<typeof globalChoice>
export type WorkflowChoice = z.output<typeof workflowChoice>
