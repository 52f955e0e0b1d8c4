import type { TriggerEvent, TriggerStatus } from '../../contract/bulkTrigger.ts'
import type { Catalog, CatalogWorkflow } from '../workspace/catalog.ts'
import { readRecipients, type Recipients } from './recipients.ts'

/** What an event starts, and for whom. */
export interface Acceptance {
  workflow: CatalogWorkflow
  recipients: Recipients
}

/** Why an event starts nothing. */
export interface Refusal {
  status: TriggerStatus
  error?: string[]
}

/** Tells whether an event can be triggered (2.10), in the order in which production asks. */
export const judgeEvent = (catalog: Catalog, { name, tenant, to }: TriggerEvent): Acceptance | Refusal => {
  const workflow = catalog.workflows.get(name)
  if (!workflow) return { status: 'error', error: ['workflow_not_found'] }
  if (!workflow.active) return { status: 'trigger_not_active' }
  if (workflow.steps.length === 0) return { status: 'no_workflow_steps_defined' }
  if (!workflow.steps.some(({ active }) => active)) return { status: 'no_workflow_active_steps_defined' }
  if (tenant !== undefined && !catalog.tenants.has(tenant)) return { status: 'no_tenant_found' }
  const recipients = readRecipients(catalog, to)
  if (recipients.problems.length > 0) return { status: 'invalid_recipients', error: recipients.problems }
  return { workflow, recipients }
}
