import type { Integration } from '../../contract/integration.ts'
import type { Workflow } from '../../contract/workflow.ts'
import { stableId } from '../ids.ts'
import { type CatalogStep, compileSteps, templatesOf, templatesOfTexts } from './compileSteps.ts'
import { describeWorkflow } from './describeWorkflow.ts'
import type { PreferenceChoices, Workspace, WorkspaceSubscriber, WorkspaceWorkflow } from './workspaceSchema.ts'

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
