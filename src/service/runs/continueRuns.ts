import { BudgetError, createBudget } from '../budget.ts'
import { sql } from '../database/kysely.ts'
import type { RunRow, SubscriberRow, Trx } from '../database/tables.ts'
import { findSubscribers } from '../subscribers/findSubscribers.ts'
import type { Catalog, CatalogStep, CatalogWorkflow } from '../workspace/catalog.ts'
import { onlyNew } from '../workspace/onlyNew.ts'
import { afterDigest } from './digests.ts'
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
  const rows = await lockDue(trx, context.catalog.environmentId, time)
  const recipients = await recipientsOf(trx, rows)
  const warnings = new Set<string>()
  const actors = rows.flatMap(({ events }) => events.at(-1)?.actor ?? [])
  const people = await findSubscribers(trx, context.catalog, [...new Set(actors)])
  const budget = createBudget()
  const stored: Progress[] = []
  const subscriberIds = new Set<string>()
  const shared = {
    ...context,
    people,
    // A workflow has one digest, and the run is past it.
    digests: new Map(),
    time,
    budget,
    warn: (line: string) => void warnings.add(line),
    isPast: false,
    onTemplateError: ({ message }: Error) => void warnings.add(message),
  }
  for (const row of rows) {
    const recipient = recipients.get(row.subscriber_key)
    const place = placeOf(row, context.catalog, time)
    if (typeof place === 'string') warnings.add(place)
    if (!recipient || typeof place !== 'object') continue
    if (place.remembered) stored.push(onlyWaiting(place.remembered))
    budget.begin()
    try {
      const progress = await takeSteps({ ...place.run, recipient }, place.from, shared)
      for (const reason of progress.reasons) warnings.add(reason)
      if (progress.created.length > 0) subscriberIds.add(recipient.subscriber_id)
      stored.push(progress)
    } catch (error) {
      if (!(error instanceof BudgetError)) throw error
      warnings.add(error.message)
    }
  }
  await deleteEnded(trx, rows, stored)
  await storeProgress(trx, stored)
  for (const line of onlyNew(context.catalog, warnings)) context.log(line)
  const messages = stored.flatMap(({ created }) => created)
  return {
    found: rows.length,
    subscriberIds,
    messageCount: messages.length,
    sends: messages.some(({ send_at }) => send_at),
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

const recipientsOf = async (trx: Trx, rows: readonly RunRow[]): Promise<Map<string, SubscriberRow>> => {
  if (rows.length === 0) return new Map()
  const recipients = await trx
    .selectFrom('tidings.subscribers')
    .selectAll()
    .where(sql<boolean>`id = any(${rows.map((row) => row.subscriber_key)}::text[])`)
    .execute()
  return new Map(recipients.map((row) => [row.id, row]))
}

/** Deletes the runs that do not go on waiting under their id. */
const deleteEnded = async (trx: Trx, rows: readonly RunRow[], stored: readonly Progress[]) => {
  const kept = new Set(stored.flatMap(({ waiting }) => waiting.map(({ id }) => id)))
  const ended = rows.flatMap(({ id }) => (kept.has(id) ? [] : id))
  if (ended.length === 0) return
  await trx
    .deleteFrom('tidings.runs')
    .where(sql<boolean>`id = any(${ended}::text[])`)
    .execute()
}

const onlyWaiting = (row: RunRow): Progress => ({
  created: [],
  redelivered: [],
  waiting: [row],
  reasons: [],
  filtered: [],
})

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
