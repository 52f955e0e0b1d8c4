import type { Channel } from '../../contract/channel.ts'
import type { MessageCta } from '../../contract/cta.ts'
import type { Integration } from '../../contract/integration.ts'
import type { Workflow } from '../../contract/workflow.ts'
import { stableId } from '../ids.ts'
import { compileTemplate, type Template } from '../templates.ts'
import type {
  GlobalChoice,
  WorkflowChoice,
  Workspace,
  WorkspaceSubscriber,
  WorkspaceWorkflow,
} from './workspaceSchema.ts'

/** A workflow of the workspace as a message shows it (2.7). What the file does not say gets its resting value. */
const describeWorkflow = (
  { organizationId, environmentId }: Workspace,
  workflow: WorkspaceWorkflow,
  id: string,
  steps: CatalogStep[],
): Workflow => {
  const scope = { _organizationId: organizationId, _environmentId: environmentId }
  const groupId = stableId(environmentId, 'group')
  const templates = steps.flatMap(({ subject, content, cta }) => [content, cta, ...(subject ? [subject] : [])])
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
    // Required by 2.7, and never set: nothing can delete a workflow but its file.
    deletedAt: '',
    deletedBy: '',
  }
}

/** A step with its ids, its templates compiled. */
export interface CatalogStep {
  id: string
  templateId: string
  channel: Channel
  active: boolean
  /** Identifier of the feed that its messages belong to. */
  feed: string | null
  subject: Template<string> | undefined
  content: Template<string>
  cta: Template<MessageCta>
}

/** A workflow with its ids, and as a message shows it (2.7). */
export interface CatalogWorkflow {
  id: string
  identifier: string
  name: string
  active: boolean
  critical: boolean
  tags: string[]
  steps: CatalogStep[]
  description: Workflow
}

/** What one subscriber chose. */
interface Choices {
  global: GlobalChoice | undefined
  /** By identifier of the workflow. */
  workflows: ReadonlyMap<string, WorkflowChoice>
}

/** A workspace made ready for use: ids given, names indexed, templates compiled. */
export interface Catalog {
  organizationId: string
  environmentId: string
  tenants: ReadonlySet<string>
  integrations: Integration[]
  workflows: ReadonlyMap<string, CatalogWorkflow>
  /** What subscribers chose, by subscriberId: only those whom the workspace names. */
  choices: ReadonlyMap<string, Choices>
  subscribers: WorkspaceSubscriber[]
}

/** Makes a workspace ready for use. Ids come from names, so that they are the same on every start. */
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
      subscribers.map(({ subscriberId, preferences }) => [
        subscriberId,
        { global: preferences?.global, workflows: new Map(Object.entries(preferences?.workflows ?? {})) },
      ]),
    ),
    subscribers,
  }
}

const catalogWorkflow = (workspace: Workspace, workflow: Workspace['workflows'][number]): CatalogWorkflow => {
  const { identifier, name, active, critical, tags } = workflow
  const id = stableId(workspace.environmentId, 'workflow', identifier)
  const steps = workflow.steps.map((step, index): CatalogStep => {
    const place = (field: string) => `workflow "${identifier}", step ${index + 1}, ${field}`
    return {
      id: stableId(id, 'step', String(index)),
      templateId: stableId(id, 'template', String(index)),
      channel: step.channel,
      active: step.active,
      feed: step.feed ?? null,
      subject: step.subject === undefined ? undefined : compileTemplate(step.subject, place('subject')),
      content: compileTemplate(step.content, place('content')),
      cta: compileTemplate<MessageCta>(step.cta ?? {}, place('cta')),
    }
  })
  const description = describeWorkflow(workspace, workflow, id, steps)
  return { id, identifier, name, active, critical, tags, steps, description }
}

/** What is wrong with the templates of a workspace: events of these workflows will end with the status error. */
export const templateProblems = (catalog: Catalog): string[] =>
  [...catalog.workflows.values()]
    .flatMap(({ steps }) => steps)
    .flatMap(({ subject, content, cta }) => [subject, content, cta])
    .flatMap((template) => template?.problems ?? [])
    .map(({ message }) => message)

/** The active integration that sends over a channel: the primary one, or else the newest. */
export const sendingIntegration = (catalog: Catalog, channel: Channel): Integration | undefined => {
  const active = catalog.integrations.filter((integration) => integration.active && integration.channel === channel)
  return active.find(({ primary }) => primary) ?? active.at(-1)
}
