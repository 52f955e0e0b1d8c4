import type { Channel } from '../../contract/channel.ts'
import type { MessageCta } from '../../contract/cta.ts'
import type { Integration } from '../../contract/integration.ts'
import type { Workflow } from '../../contract/workflow.ts'
import { stableId } from '../ids.ts'
import { compileTemplate, type Template } from '../templates.ts'
import type { PreferenceChoices, Workspace, WorkspaceSubscriber, WorkspaceWorkflow } from './workspaceSchema.ts'

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
      workflow.steps.filter(({ active }) => active).map(({ channel }) => [channel, true]),
    ),
    critical: workflow.critical,
    tags: workflow.tags,
    steps: workflow.steps.map(({ channel, active, subject, content, cta }, index) => ({
      _id: steps[index]?.id,
      uuid: steps[index]?.id,
      name: `${channel} ${index + 1}`,
      _templateId: steps[index]?.templateId,
      active,
      shouldStopOnFail: false,
      template: { type: channel, subject, content, cta },
      filters: [],
    })),
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

/** A step with its ids and compiled templates. */
export interface CatalogStep {
  id: string
  templateId: string
  /** Location in the workspace, for messages: `workflow "comment-added", step 1`. */
  place: string
  channel: Channel
  /** Whether it creates messages. */
  active: boolean
  /** Identifier of the feed that its messages belong to. null: no feed. */
  feed: string | null
  subject: Template<string> | undefined
  content: Template<string>
  cta: Template<MessageCta>
}

const templatesOf = ({ subject, content, cta }: CatalogStep): Template<unknown>[] => [
  ...(subject ? [subject] : []),
  content,
  cta,
]

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
  /** Each active step creates one message per recipient. */
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

const catalogWorkflow = (workspace: Workspace, workflow: Workspace['workflows'][number]): CatalogWorkflow => {
  const { identifier, name, active, critical, severity, tags } = workflow
  const id = stableId(workspace.environmentId, 'workflow', identifier)
  const steps = workflow.steps.map((step, index): CatalogStep => {
    const place = `workflow "${identifier}", step ${index + 1}`
    return {
      id: stableId(id, 'step', String(index)),
      templateId: stableId(id, 'template', String(index)),
      place,
      channel: step.channel,
      active: step.active,
      feed: step.feed ?? null,
      subject: step.subject === undefined ? undefined : compileTemplate(step.subject, `${place}, subject`),
      content: compileTemplate(step.content, `${place}, content`),
      cta: compileTemplate<MessageCta>(step.cta ?? {}, `${place}, cta`),
    }
  })
  const description = describeWorkflow(workspace, workflow, id, steps)
  const expected = steps
    .filter((step) => step.active)
    .flatMap((step) => templatesOf(step).flatMap((each) => each.expected))
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
