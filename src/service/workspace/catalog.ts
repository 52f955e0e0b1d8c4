import type { Channel } from '../../contract/channel.ts'
import type { MessageCta } from '../../contract/cta.ts'
import type { Integration } from '../../contract/integration.ts'
import type { StepFilter } from '../../contract/stepFilter.ts'
import type { NotificationStep, Workflow } from '../../contract/workflow.ts'
import { stableId } from '../ids.ts'
import { lengthOf } from '../runs/waits.ts'
import { compileTemplate, type Template } from '../templates.ts'
import { type Delay, type Digest, type WrittenMessage, type Step, stepNames } from './stepSchema.ts'
import type { PreferenceChoices, Workspace, WorkspaceSubscriber, WorkspaceWorkflow } from './workspaceSchema.ts'

/** What each step has. */
interface AnyStep {
  id: string
  /** Unique in its workflow. */
  name: string
  /** Location in the workspace, for messages: `workflow "comment-added", step 1`. */
  place: string
  /** Whether it takes place. */
  active: boolean
  /** The recipients for whom it takes place. */
  filters: readonly StepFilter[]
}

/** The compiled texts of a message. */
export interface MessageTexts {
  place: string
  subject: Template<string> | undefined
  content: Template<string>
  cta: Template<MessageCta>
}

/** A step that creates a message. */
export interface MessageStep extends AnyStep, MessageTexts {
  kind: 'message'
  templateId: string
  channel: Channel
  /** Identifier of the feed that its messages belong to. null: no feed. */
  feed: string | null
  /** Texts in place of its own, for some recipients. */
  variants: readonly (MessageTexts & { filters: readonly StepFilter[] })[]
  /** The notification that must be unread or unseen when its message is sent. */
  onlyIf: OnlyIf | undefined
  shouldStopOnFail: boolean
}

/** On what a message depends. */
export interface OnlyIf {
  /** Name of the step of the notification. */
  step: string
  is: 'unread' | 'unseen'
  /** The delays between the two steps, in milliseconds. */
  after: number
}

/** A step that makes the later ones wait. */
export type DelayStep = AnyStep & { kind: 'delay'; delay: Delay }

/** A step that collects events. */
export type DigestStep = AnyStep & { kind: 'digest'; digest: Digest }

/** A step with its ids and compiled templates. */
export type CatalogStep = MessageStep | DelayStep | DigestStep

/** Converts a step to the form that messages return. */
const describeStep = (step: Step, { id, name, ...compiled }: CatalogStep): NotificationStep => {
  const common = { _id: id, uuid: id, name, active: step.active, filters: step.filters }
  if (compiled.kind === 'message' && 'channel' in step)
    return {
      ...common,
      _templateId: compiled.templateId,
      shouldStopOnFail: step.shouldStopOnFail,
      template: { type: step.channel, ...writtenTexts(step) },
      ...(step.variants.length > 0 && {
        variants: step.variants.map((variant, index) => ({
          name: variant.name ?? String(index + 1),
          active: true,
          filters: variant.filters,
          template: { type: step.channel, ...writtenTexts(variant) },
        })),
      }),
    }
  const metadata = 'delay' in step ? step.delay : 'digest' in step ? step.digest : undefined
  return { ...common, shouldStopOnFail: false, template: { type: compiled.kind }, ...(metadata && { metadata }) }
}

const writtenTexts = ({ subject, content, cta }: Pick<WrittenMessage, 'subject' | 'content' | 'cta'>) => ({
  subject,
  content,
  cta,
})

/** Converts a workflow to the form that messages return. Fields that the file doesn't have get their default. */
const describeWorkflow = (
  { organizationId, environmentId }: Workspace,
  workflow: WorkspaceWorkflow,
  id: string,
  steps: CatalogStep[],
): Workflow => {
  const scope = { _organizationId: organizationId, _environmentId: environmentId }
  const groupId = stableId(environmentId, 'group')
  const templates = steps.flatMap(templatesOf)
  const names = (kind: 'payload' | 'subscriber') =>
    [...new Set(templates.flatMap(({ variables }) => variables[kind]))].map((name) => ({ name }))
  return {
    _id: id,
    name: workflow.name,
    description: workflow.description,
    active: workflow.active,
    draft: false,
    preferenceSettings: Object.fromEntries(
      steps.flatMap((step) => (step.kind === 'message' && step.active ? [[step.channel, true]] : [])),
    ),
    critical: workflow.critical,
    tags: workflow.tags,
    steps: steps.flatMap((step, index) => {
      const written = workflow.steps[index]
      return written ? describeStep(written, step) : []
    }),
    ...scope,
    _creatorId: stableId(environmentId, 'workspace'),
    triggers: [
      {
        type: 'event',
        identifier: workflow.identifier,
        variables: names('payload'),
        subscriberVariables: names('subscriber'),
      },
    ],
    _notificationGroupId: groupId,
    notificationGroup: { _id: groupId, name: 'General', ...scope },
    deleted: false,
    // The interface requires both fields. They are never set, because no operation deletes a workflow.
    deletedAt: '',
    deletedBy: '',
  }
}

const templatesOfTexts = ({ subject, content, cta }: MessageTexts): Template<unknown>[] => [
  ...(subject ? [subject] : []),
  content,
  cta,
]

const templatesOf = (step: CatalogStep): Template<unknown>[] =>
  step.kind === 'message' ? [step, ...step.variants].flatMap(templatesOfTexts) : []

/** A workflow with its ids and compiled steps. */
export interface CatalogWorkflow {
  id: string
  /** Name by which events trigger it. */
  identifier: string
  /** Display name. */
  name: string
  /** Whether events start it. */
  active: boolean
  /** Whether subscribers receive it regardless of their preferences. */
  critical: boolean
  severity: Workspace['workflows'][number]['severity']
  tags: string[]
  /** What happens for each recipient, in order. */
  steps: CatalogStep[]
  /** Paths of the payload fields that the messages always show. */
  expected: string[]
  /** The workflow in the form that messages return. */
  description: Workflow
}

/** A workspace in the form that the service uses: with ids, indexes and compiled templates. */
export interface Catalog {
  organizationId: string
  environmentId: string
  /** Identifiers that events may name as `tenant`. */
  tenants: ReadonlySet<string>
  /** All integrations, oldest first. */
  integrations: Integration[]
  workflows: ReadonlyMap<string, CatalogWorkflow>
  /** Preferences by subscriberId, for the subscribers of the workspace file that have some. */
  choices: ReadonlyMap<string, PreferenceChoices>
  subscribers: WorkspaceSubscriber[]
}

/** Prepares a workspace for use. Ids are derived from names, so they are the same on every start. */
export const createCatalog = (workspace: Workspace): Catalog => {
  const { organizationId, environmentId, subscribers } = workspace
  return {
    organizationId,
    environmentId,
    tenants: new Set(workspace.tenants),
    integrations: workspace.integrations.map((integration) => ({
      _id: stableId(environmentId, 'integration', integration.identifier),
      _environmentId: environmentId,
      _organizationId: organizationId,
      ...integration,
      deleted: false,
    })),
    workflows: new Map(
      workspace.workflows.map((workflow) => [workflow.identifier, catalogWorkflow(workspace, workflow)]),
    ),
    choices: new Map(
      subscribers.flatMap(({ subscriberId, preferences }) => (preferences ? [[subscriberId, preferences]] : [])),
    ),
    subscribers,
  }
}

/** Compiles the steps of a workflow. Their ids come from their names, so that waiting events know their step. */
const compileSteps = (workflowId: string, { identifier, steps }: WorkspaceWorkflow): CatalogStep[] => {
  const names = stepNames(steps)
  return steps.map((step, index): CatalogStep => {
    const place = `workflow "${identifier}", step ${index + 1}`
    const name = names[index] ?? ''
    const { active, filters } = step
    const common = { id: stableId(workflowId, 'step', name), name, place, active, filters }
    if ('delay' in step) return { ...common, kind: 'delay', delay: step.delay }
    if ('digest' in step) return { ...common, kind: 'digest', digest: step.digest }
    return {
      ...common,
      kind: 'message',
      templateId: stableId(workflowId, 'template', name),
      channel: step.channel,
      feed: step.feed ?? null,
      ...compileTexts(step, place),
      variants: step.variants.map((variant, number) => ({
        ...compileTexts(variant, `${place}, variant ${variant.name ?? number + 1}`),
        filters: variant.filters,
      })),
      onlyIf: step.onlyIf && { ...step.onlyIf, after: delaysBetween(steps, names.indexOf(step.onlyIf.step), index) },
      shouldStopOnFail: step.shouldStopOnFail,
    }
  })
}

const compileTexts = (
  { subject, content, cta }: Pick<WrittenMessage, 'subject' | 'content' | 'cta'>,
  place: string,
): MessageTexts => ({
  place,
  subject: subject === undefined ? undefined : compileTemplate(subject, `${place}, subject`),
  content: compileTemplate(content, `${place}, content`),
  cta: compileTemplate<MessageCta>(cta ?? {}, `${place}, cta`),
})

const delaysBetween = (steps: readonly Step[], from: number, to: number): number =>
  steps
    .slice(from + 1, to)
    .flatMap((step) => ('delay' in step && step.active && step.delay.type === 'regular' ? step.delay : []))
    .reduce((sum, delay) => sum + lengthOf(delay), 0)

const catalogWorkflow = (workspace: Workspace, workflow: WorkspaceWorkflow): CatalogWorkflow => {
  const { identifier, name, active, critical, severity, tags } = workflow
  const id = stableId(workspace.environmentId, 'workflow', identifier)
  const steps = compileSteps(id, workflow)
  const description = describeWorkflow(workspace, workflow, id, steps)
  // Filters and variants choose texts by what a payload has.
  const expected = steps.flatMap((step) =>
    step.kind === 'message' && step.active && step.filters.length === 0 && step.variants.length === 0
      ? templatesOfTexts(step).flatMap((each) => each.expected)
      : [],
  )
  return {
    id,
    identifier,
    name,
    active,
    critical,
    severity,
    tags,
    steps,
    expected: [...new Set(expected)],
    description,
  }
}

/** The parse errors of a workspace's templates. Events of these workflows get the status `error`. */
export const templateProblems = (catalog: Catalog): string[] =>
  [...catalog.workflows.values()]
    .flatMap(({ steps }) => steps)
    .flatMap(templatesOf)
    .flatMap(({ problems }) => problems)
    .map(({ message }) => message)
