import type { NotificationStep, Workflow } from '../../contract/workflow.ts'
import { stableId } from '../ids.ts'
import { type CatalogStep, templatesOf } from './compileSteps.ts'
import type { Step, WrittenMessage } from './stepSchema.ts'
import type { Workspace, WorkspaceWorkflow } from './workspaceSchema.ts'

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
export const describeWorkflow = (
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
