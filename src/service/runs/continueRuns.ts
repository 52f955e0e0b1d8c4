import { BudgetError, createBudget } from '../budget.ts'
import { sql } from '../database/kysely.ts'
import type { RunRow, Trx } from '../database/tables.ts'
import { findSubscribers, findSubscribersByKey } from '../subscribers/findSubscribers.ts'
import type { Catalog, CatalogWorkflow } from '../workspace/catalog.ts'
import type { CatalogStep } from '../workspace/compileSteps.ts'
import { onlyNew } from '../workspace/onlyNew.ts'
import { afterDigest, digestId } from './digests.ts'
import { findDigests } from './findDigests.ts'
import type { Run } from './Run.ts'
import { storeProgress } from './storeProgress.ts'
import { type Progress, shownAtOnce, type StepContext, takeSteps } from './takeSteps.ts'

/** The most runs that one transaction continues. Requests run between two of them. */
const mostContinued = 50

/** What `continueRuns` needs. */
export type RunContext = Pick<StepContext, 'catalog' | 'address' | 'timeZone'> & {
  /** Receives a line for the operator, with the cure. */
  log: (line: string) => void
}

/** What `continueRuns` has stored. */
export interface Continued {
  /** The number of due runs that nobody else had locked. */
  found: number
  /** The ids of the subscribers who got a message. */
  subscriberIds: Set<string>
  messageCount: number
  /** Whether a message waits to be sent. */
  sends: boolean
}

/**
 * Continues runs that are due, at most 50: takes their next steps, and stores what these do together with where the
 * run now waits, so that each step takes place once. Runs of a subscriber whom a request has locked are left for the
 * next time, so that this never waits for a request, nor for another process that does the same.
 */
export const continueRuns = async (trx: Trx, context: RunContext, time: Date): Promise<Continued> => {
  const { catalog } = context
  const due = await lockDue(trx, catalog.environmentId, time)
  const recipients = await findSubscribersByKey(
    trx,
    due.map((row) => row.subscriber_key),
  )
  const digests = await findDigests(
    trx,
    due.map(({ workflow, events }) => ({ workflow: catalog.workflows.get(workflow), payload: events.at(-1)?.payload })),
    recipients.values(),
  )
  const actors = due.flatMap(({ events }) => events.at(-1)?.actor ?? [])
  const people = await findSubscribers(trx, catalog, [...new Set(actors)])
  const { pause } = createBudget()
  const warnings = new Set<string>()
  const shared = {
    ...context,
    people,
    digests,
    time,
    dueTime: time,
    warn: (line: string) => void warnings.add(line),
    isPast: false,
    onTemplateError: ({ message }: Error) => void warnings.add(message),
  }
  const stored: Progress = { created: [], redelivered: [], waiting: [], reasons: [], filtered: [] }
  /** The runs that wait when this is done, by their id. */
  const waiting = new Map<string, RunRow>()
  const keep = (row: RunRow) => {
    waiting.set(row.id, row)
    if (row.digest_key !== null) digests.set(digestId(row), row)
  }
  const subscriberIds = new Set<string>()
  for (const found of due) {
    // An earlier one may have joined its digest.
    const row = waiting.get(found.id) ?? found
    waiting.delete(row.id)
    if (row.digest_key !== null) digests.delete(digestId(row))
    const recipient = recipients.get(row.subscriber_key)
    const place = placeOf(row, catalog, time)
    if (typeof place === 'string') warnings.add(place)
    if (!recipient || typeof place !== 'object') continue
    if (place.remembered) keep(place.remembered)
    // The request ends here, so that no other run takes from what it may use.
    const budget = { ...createBudget(), pause }
    budget.begin()
    try {
      const progress = await takeSteps({ ...place.run, recipient }, place.from, { ...shared, budget })
      for (const reason of progress.reasons) warnings.add(reason)
      for (const each of progress.waiting) keep(each)
      if (progress.created.length + progress.redelivered.length > 0) subscriberIds.add(recipient.subscriber_id)
      stored.created.push(...progress.created)
      stored.redelivered.push(...progress.redelivered)
    } catch (error) {
      if (!(error instanceof BudgetError)) throw error
      warnings.add(error.message)
    }
  }
  await deleteEnded(
    trx,
    due.filter(({ id }) => !waiting.has(id)),
  )
  await storeProgress(trx, [{ ...stored, waiting: [...waiting.values()] }])
  for (const line of onlyNew(catalog, warnings)) context.log(line)
  return {
    found: due.length,
    subscriberIds,
    messageCount: stored.created.length,
    sends: stored.created.some(({ send_at }) => send_at),
  }
}

/** Locks due runs and their recipients, and returns the runs as they are now. */
const lockDue = async (trx: Trx, environmentId: string, time: Date): Promise<RunRow[]> => {
  const { rows } = await sql<{ id: string }>`
    select runs.id from tidings.runs join tidings.subscribers on subscribers.id = subscriber_key
    where runs.environment_id = ${environmentId} and due_at <= ${time}
    order by due_at limit ${mostContinued}
    for no key update skip locked`.execute(trx)
  if (rows.length === 0) return []
  return trx
    .selectFrom('tidings.runs')
    .selectAll()
    .where(sql<boolean>`id = any(${rows.map(({ id }) => id)}::text[])`)
    .where('due_at', '<=', time)
    .orderBy('due_at')
    .execute()
}

const deleteEnded = async (trx: Trx, ended: readonly RunRow[]) => {
  if (ended.length === 0) return
  await trx
    .deleteFrom('tidings.runs')
    .where(sql<boolean>`id = any(${ended.map(({ id }) => id)}::text[])`)
    .execute()
}

/** Where a run goes on. Undefined: nowhere. A text: nowhere, and why. */
const placeOf = (
  row: RunRow,
  catalog: Catalog,
  time: Date,
): { run: Omit<Run, 'recipient'>; from: number; remembered: RunRow | undefined } | string | undefined => {
  const { events } = row
  const event = events.at(-1)
  // A digest that only remembered its last event, or a run whose message was deleted before it was sent.
  if (!event || row.waits_for !== null) return undefined
  const workflow = catalog.workflows.get(row.workflow)
  const index = workflow?.steps.findIndex(({ name }) => name === row.step) ?? -1
  const step = workflow?.steps[index]
  if (!workflow || !step)
    return (
      `An event waited at the step ${JSON.stringify(row.step)} of the workflow ${JSON.stringify(row.workflow)}, ` +
      'which the workspace no longer has. Its later steps did not take place.'
    )
  return {
    run: { workflow, event, events, total: row.total_count, notificationId: row.notification_id, shown: row.shown },
    from: nextIndex(workflow, step, index),
    remembered: step.kind === 'digest' ? afterDigest(row, step.digest, time) : undefined,
  }
}

const nextIndex = ({ steps }: CatalogWorkflow, step: CatalogStep, index: number): number => {
  const shown = step.kind === 'digest' && step.digest.updateMode ? shownAtOnce(step, steps) : []
  const last = shown.at(-1)
  return (last ? steps.indexOf(last) : index) + 1
}
