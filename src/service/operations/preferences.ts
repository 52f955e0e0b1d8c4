import { preferencesChange, type PreferencesChange } from '../../contract/extensions/preferencesChange.ts'
import { type Preferences, preferencesQuery } from '../../contract/preferences.ts'
import type { SubscriberRow } from '../database/tables.ts'
import { recheckHeld } from '../delivery/createDelivery.ts'
import { readBody, readQuery } from '../http/readInput.ts'
import { Refusal } from '../http/Refusal.ts'
import { findSubscriber } from '../subscribers/findSubscribers.ts'
import { isZoneName } from '../timeZone.ts'
import type { Catalog, CatalogWorkflow } from '../workspace/catalog.ts'
import { choiceFor, choicesOf, preferencesOf } from '../workspace/preferencesOf.ts'
import type { PreferenceChoices } from '../workspace/workspaceSchema.ts'
import type { Implementation, OperationContext } from './Implementation.ts'

export const getPreferences: Implementation<Preferences> = ({ subscriberId, query }) => {
  const { criticality = 'nonCritical' } = readQuery(preferencesQuery, query)
  return async (context) => {
    const { trx, catalog } = context
    return preferencesOf(catalog, await findSubscriber(trx, catalog, subscriberId), criticality, context)
  }
}

/** Update subscriber preferences. The choices of the workspace file then no longer apply, until the file changes. */
export const updatePreferences: Implementation<Preferences> = ({ subscriberId, body }) => {
  const change = readBody(preferencesChange, body)
  return async (context) => {
    const { trx, catalog } = context
    const row = await findSubscriber(trx, catalog, subscriberId, { lock: true })
    const workflow = change.workflowId === undefined ? undefined : findWorkflow(catalog, change.workflowId)
    const changed = await storeChange(context, row, change, workflow?.identifier)
    return preferencesOf(catalog, changed, 'nonCritical', context)
  }
}

type ChangeContext = Pick<OperationContext, 'trx' | 'catalog' | 'time' | 'report'>

/**
 * Switches off the email of a workflow that is not critical, as a user does it in the preferences.
 * @param row the transaction has locked it.
 */
export const switchOffEmail = async (
  context: ChangeContext,
  row: SubscriberRow,
  { identifier }: CatalogWorkflow,
): Promise<void> => {
  await storeChange(context, row, { channels: { email: false } }, identifier)
}

const storeChange = async (
  { trx, catalog, time, report }: ChangeContext,
  row: SubscriberRow,
  change: PreferencesChange,
  identifier: string | undefined,
): Promise<SubscriberRow> => {
  const preferences = changedChoices(choicesOf(catalog, row), change, identifier)
  // An unknown zone is no reason to refuse the hours. The preferences say which one applies.
  const { timeZone } = change
  const profile =
    !row.timezone && timeZone && isZoneName(timeZone)
      ? { timezone: timeZone, version: row.version + 1, updated_at: time }
      : {}
  await trx
    .updateTable('tidings.subscribers')
    .set({ ...profile, preferences: JSON.stringify(preferences) })
    .where('id', '=', row.id)
    .execute()
  await recheckHeld(trx, row.id, time)
  report.sends = true
  return { ...row, ...profile, preferences }
}

/** @throws Refusal 404 if no active workflow has it, 400 if the workflow is critical. */
const findWorkflow = (catalog: Catalog, idOrIdentifier: string): CatalogWorkflow => {
  const workflow =
    catalog.workflows.get(idOrIdentifier) ?? [...catalog.workflows.values()].find(({ id }) => id === idOrIdentifier)
  if (!workflow?.active) throw new Refusal(404, `Workflow ${JSON.stringify(idOrIdentifier)} does not exist.`)
  if (workflow.critical)
    throw new Refusal(
      400,
      `Workflow ${JSON.stringify(workflow.identifier)} is critical: subscribers can't change its preferences.`,
    )
  return workflow
}

/** Adds a change to choices. The identifier is that of a workflow, or undefined for all workflows. */
const changedChoices = (
  choices: PreferenceChoices,
  { channels, schedule }: PreferencesChange,
  identifier: string | undefined,
): PreferenceChoices => {
  const before = identifier === undefined ? choices.global : choiceFor(choices, identifier)
  const choice = { enabled: true, ...before, channels: { ...before?.channels, ...channels } }
  if (identifier === undefined)
    return { ...choices, global: { ...choices.global, ...choice, ...(schedule && { schedule }) } }
  return { ...choices, workflows: { ...choices.workflows, [identifier]: choice } }
}
