import type { ConsoleContext, ConsoleWorkflow } from '../../console/consoleContext.ts'
import { createCatalog } from '../workspace/catalog.ts'
import type { Workspace } from '../workspace/workspaceSchema.ts'
import { type ExamplePayload, payloadFields } from './payloadFields.ts'

export interface DescribedWorkflow extends ConsoleWorkflow {
  /** A payload with a text in each field. */
  example: ExamplePayload
}

/** What a console shows of a workspace: everything but credentials. */
export const describeConsole = (
  workspace: Workspace,
  file: string | undefined,
): Pick<ConsoleContext, 'integrations' | 'workspace'> & { workflows: DescribedWorkflow[] } => {
  const { workflows } = createCatalog(workspace)
  return {
    workspace: file ?? 'the built-in workspace',
    integrations: workspace.integrations.map(({ name, identifier, channel, providerId, active, primary }) => ({
      name,
      identifier,
      channel,
      providerId,
      active,
      primary,
    })),
    workflows: workspace.workflows.flatMap((workflow) => {
      const { identifier, name, active, steps } = workflow
      if (!active) return []
      const triggers = workflows.get(identifier)?.description.triggers ?? []
      const variables = triggers.flatMap((trigger) => trigger.variables.map((variable) => variable.name))
      return [{ identifier, name, ...payloadFields(variables, textsIn(steps)) }]
    }),
  }
}

/** All texts of a value. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
