import { randomUUID } from 'node:crypto'
import type { TriggerEvent, TriggerResult, TriggerStatus } from '../../contract/bulkTrigger.ts'
import { BudgetError, createBudget } from '../budget.ts'
import type { StoredEvent, Trx } from '../database/tables.ts'
import { switchedOffId } from '../delivery/endWaiting.ts'
import { newId } from '../ids.ts'
import type { NewMessage } from '../messages/buildMessage.ts'
import { digestId } from '../runs/digests.ts'
import { findDigests } from '../runs/findDigests.ts'
import type { Run } from '../runs/Run.ts'
import { storeProgress } from '../runs/storeProgress.ts'
import { type Progress, type StepContext, takeSteps } from '../runs/takeSteps.ts'
import { storeProfiles } from '../subscribers/upsertSubscribers.ts'
import { TemplateError } from '../templates.ts'
import type { Catalog, CatalogWorkflow } from '../workspace/catalog.ts'
import {
  loadPeople,
  ofRecipient,
  type People,
  readRecipients,
  type Recipients,
  updateRecipients,
} from './recipients.ts'
import { claimTransactionIds, releaseTransactionIds } from './transactionIds.ts'

/** The workflow that an event starts, and its recipients. */
interface Acceptance {
  workflow: CatalogWorkflow
  recipients: Recipients
}

/** Why an event starts no workflow. */
interface Rejection {
  status: TriggerStatus
  error?: string[]
}

/** Checks whether an event can be triggered. The order of the checks is production's. */
const validateEvent = (
  catalog: Catalog,
  { name, tenant, to }: TriggerEvent,
  warn: (line: string) => void,
): Acceptance | Rejection => {
  const workflow = catalog.workflows.get(name)
  if (!workflow) return { status: 'error', error: ['workflow_not_found'] }
  if (!workflow.active) return { status: 'trigger_not_active' }
  if (workflow.steps.length === 0) return { status: 'no_workflow_steps_defined' }
  if (!workflow.steps.some(({ active }) => active)) return { status: 'no_workflow_active_steps_defined' }
  if (tenant !== undefined && !catalog.tenants.has(tenant)) return { status: 'no_tenant_found' }
  const recipients = readRecipients(catalog, to, warn)
  if (recipients.subscriberIds.length === 0) return { status: 'invalid_recipients', error: recipients.problems }
  return { workflow, recipients }
}

export interface TimedEvent {
  event: TriggerEvent
  /** When it happened. Its messages get this time. */
  time: Date
  /** Why recipients of the event were left out before it was triggered. */
  omitted?: readonly string[]
  /** Columns that seeded messages have and new ones don't: see seedHistory. */
  marks?: Partial<NewMessage>
}

/** An event that can be delivered. */
interface AcceptedEvent extends TimedEvent, Acceptance {
  transactionId: string
}

/** What `triggerEvents` needs beside the events. */
type TriggerContext = Pick<StepContext, 'address' | 'timeZone' | 'dueTime'> & Partial<Pick<StepContext, 'isPast'>>

/** What `triggerEvents` has stored. */
interface Triggered {
  /** One result per event, in the order of the events. */
  results: TriggerResult[]
  /** The number of messages created. */
  messageCount: number
  /** Whether any of them waits to be sent. */
  sends: boolean
  /** When the first of the runs goes on that wait. Undefined: none waits. */
  nextRun: Date | undefined
  /** The ids of the subscribers who got a message. */
  recipientIds: Set<string>
  /** Warnings for the operator. */
  warnings: Set<string>
}

/**
 * Triggers events one by one: takes the first steps of all recipients, and stores what these do, or returns why it
 * can't. The content of an event never makes this throw, so an invalid or expensive event doesn't affect the others. A
 * recipient whose messages can't be built doesn't affect the other recipients.
 */
export const triggerEvents = async (
  trx: Trx,
  catalog: Catalog,
  events: readonly TimedEvent[],
  { address, timeZone, dueTime, isPast = false }: TriggerContext,
): Promise<Triggered> => {
  const warnings = new Set<string>()
  const warn = (line: string) => void warnings.add(line)
  const validated = events.map((timed) => accept(catalog, timed, warn))
  const accepted = validated.flatMap((each) => each.accepted ?? [])

  // Take contended locks first and always in this order. Two calls that share subscribers then wait for each other
  // without a deadlock.
  const free = await claimTransactionIds(trx, catalog, accepted)
  const people = await loadPeople(
    trx,
    catalog,
    accepted.filter(({ transactionId }) => free.has(transactionId)),
  )
  const digests = await findDigests(
    trx,
    accepted.map(({ workflow, event: { payload } }) => ({ workflow, payload })),
    people.values(),
  )

  const versions = new Map([...people.values()].map(({ id, version }) => [id, version]))

  const results: TriggerResult[] = []
  const stored: Progress[] = []
  const recipientIds = new Set<string>()
  const budget = createBudget()
  const shared = { catalog, people, digests, timeZone, dueTime, address, budget, warn, isPast }
  for (const { accepted: event, result } of validated) {
    if (!event) {
      results.push(result)
      continue
    }
    try {
      // If the id is not free, an earlier call or an earlier event of this call claimed it.
      const error = [...(event.omitted ?? []), ...event.recipients.problems]
      if (free.has(event.transactionId)) {
        const { deliveries, failures } = await deliver(event, people, shared)
        for (const { subscriberId, progress } of deliveries) {
          if (progress.created.length + progress.redelivered.length > 0) recipientIds.add(subscriberId)
          // Not before: an event that is refused as a whole has added nothing.
          for (const row of progress.waiting) if (row.digest_key !== null) digests.set(digestId(row), row)
          stored.push(progress)
        }
        error.push(...failures)
      }
      free.delete(event.transactionId)
      results.push({
        acknowledged: true,
        status: 'processed',
        ...(error.length > 0 && { error }),
        transactionId: event.transactionId,
      })
    } catch (error) {
      if (!(error instanceof TemplateError || error instanceof BudgetError)) throw error
      results.push(reject(event.event, { status: 'error', error: [error.message] }))
    }
  }
  // Release the ids of failed events: a later event may use them.
  await releaseTransactionIds(trx, catalog, free)
  await storeProfiles(
    trx,
    [...people.values()].filter((row) => row.version !== versions.get(row.id)),
  )
  await storeProgress(trx, stored)
  const messages = stored.flatMap(({ created }) => created)
  const sends = messages.some(({ send_at }) => send_at)
  const [nextRun] = stored.flatMap(({ waiting }) => waiting.map(({ due_at }) => due_at)).toSorted((a, b) => +a - +b)
  return { results, messageCount: messages.length, sends, nextRun, recipientIds, warnings }
}

type Validated = { accepted: AcceptedEvent; result?: never } | { accepted?: never; result: TriggerResult }

const accept = (catalog: Catalog, timed: TimedEvent, warn: (line: string) => void): Validated => {
  const { event } = timed
  const verdict = validateEvent(catalog, event, warn)
  if ('status' in verdict) return { result: reject(event, verdict) }
  return { accepted: { ...timed, ...verdict, transactionId: event.transactionId ?? randomUUID() } }
}

/** A rejected event gets no new transaction id, because nothing was stored under one. */
const reject = ({ transactionId }: TriggerEvent, rejection: Rejection): TriggerResult => ({
  acknowledged: true,
  ...rejection,
  ...(transactionId !== undefined && { transactionId }),
})

/** The only `error` of an event that its recipients do not want. */
export const allSwitchedOff = 'Each recipient has switched off the channels of the workflow, so nothing was sent.'

/** Why a recipient gets nothing. Undefined if something is sent or waits. Without a reason: the channels are off. */
const whyNothing = ({ created, redelivered, waiting, reasons, filtered }: Progress): string[] | undefined =>
  redelivered.length > 0 ||
  waiting.some(({ total_count }) => total_count > 0) ||
  created.some(({ status, send_at }) => status === 'sent' || send_at)
    ? undefined
    : [
        ...created.flatMap(({ error_id, error_text }) => (error_id === switchedOffId ? [] : (error_text ?? []))),
        ...reasons,
        ...filtered.map((step) => `The filters of the step ${JSON.stringify(step)} leave the subscriber out.`),
      ]

/**
 * Updates the recipients of an event, and takes the first steps of each.
 * @returns what they do for each recipient, and why recipients get nothing.
 * @throws TemplateError if no recipient's messages can be built, BudgetError if all together are too large.
 */
const deliver = async (
  { event, workflow, transactionId, recipients, time, marks }: AcceptedEvent,
  people: People,
  shared: Omit<StepContext, 'time'>,
): Promise<{ deliveries: { subscriberId: string; progress: Progress }[]; failures: string[] }> => {
  const { budget } = shared
  const { payload = {}, overrides, context, actor, tenant } = event
  const stored: StoredEvent = { transactionId, time: time.toISOString(), payload, overrides, context, actor, tenant }
  updateRecipients(recipients, people, time)
  budget.begin()
  const deliveries: { subscriberId: string; progress: Progress }[] = []
  const errors = new Map<string, TemplateError>()
  for (const subscriberId of recipients.subscriberIds) {
    const recipient = people.get(subscriberId)
    if (!recipient) continue
    budget.time.renew()
    if (budget.time.left === 0) {
      errors.set(subscriberId, new TemplateError('The templates of the call took too long for more recipients.'))
      continue
    }
    try {
      const notificationId = newId(time)
      const run: Run = { workflow, recipient, event: stored, events: [stored], total: 1, notificationId, shown: {} }
      const progress = await takeSteps(run, 0, { ...shared, time })
      for (const message of progress.created) Object.assign(message, marks)
      deliveries.push({ subscriberId, progress })
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      errors.set(subscriberId, error)
    }
  }
  const [first] = errors.values()
  if (first && deliveries.length === 0) throw first
  const failures = [...errors].map(([id, { message }]) => ofRecipient(id, message))
  let reachesNobody = deliveries.length > 0
  for (const { subscriberId, progress } of deliveries) {
    const reasons = whyNothing(progress)
    if (!reasons) reachesNobody = false
    else if (reasons.length > 0) failures.push(ofRecipient(subscriberId, [...new Set(reasons)].join(' ')))
  }
  if (reachesNobody && failures.length === 0) failures.push(allSwitchedOff)
  return { deliveries, failures }
}
