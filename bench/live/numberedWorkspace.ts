import type { WorkspaceInput } from '../../src/service/index.ts'

/** A workspace whose notifications are numbered. */
export const numberedWorkspace: WorkspaceInput = {
  organizationId: 'tidings',
  environmentId: 'bench',
  integrations: [{ name: 'In-app', identifier: 'in-app', providerId: 'novu', channel: 'in_app', primary: true }],
  workflows: [
    {
      identifier: 'numbered',
      name: 'Numbered',
      steps: [{ channel: 'in_app', subject: 'Number {{payload.number}}', content: 'One of many.', feed: 'general' }],
    },
  ],
}
