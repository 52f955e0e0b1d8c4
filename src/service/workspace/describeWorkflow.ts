import { stableId } from '../ids.ts'
import type { Workflow } from '../../contract/workflow.ts'
import type { CatalogStep } from './catalog.ts'
import type { Workspace, WorkspaceWorkflow } from './workspaceSchema.ts'

/** A workflow of the workspace as a message shows it (2.7). What the file does not say gets its resting value. */
export const describeWorkflow = (
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
