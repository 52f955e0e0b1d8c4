import type { WorkspaceInput } from '../../src/service/index.ts'

/** A workspace with an in-app integration and one workflow. */
export const benchWorkspace = (workflow: NonNullable<WorkspaceInput['workflows']>[number]): WorkspaceInput => ({
  organizationId: 'tidings',
  environmentId: 'bench',
  integrations: [{ name: 'In-app', identifier: 'in-app', providerId: 'novu', channel: 'in_app', primary: true }],
  workflows: [workflow],
})
