import type { Workflow } from '../contract/workflow.ts'
import { testEpoch } from './makeNotification.ts'

/**
 * A workflow with one in-app step, as in the `template` of a message.
 * @param fields overrides.
 */
export const makeWorkflow = (fields: Partial<Workflow> = {}): Workflow => ({
  _id: 'template-comment-added',
  name: 'Comment added',
  description: 'Somebody commented on a post.',
  active: true,
  draft: false,
  preferenceSettings: { in_app: true, email: true },
  critical: false,
  tags: ['social'],
  steps: [{ _id: 'step-1', uuid: 'step-1', name: 'In-app', active: true, shouldStopOnFail: false, filters: [] }],
  _organizationId: 'org_1',
  _creatorId: 'member-1',
  _environmentId: 'env_1',
  triggers: [{ type: 'event', identifier: 'comment-added', variables: [{ name: 'number' }] }],
  _notificationGroupId: 'group-general',
  deleted: false,
  deletedAt: new Date(testEpoch).toISOString(),
  deletedBy: '',
  notificationGroup: { _id: 'group-general', name: 'General', _environmentId: 'env_1', _organizationId: 'org_1' },
  ...fields,
})
