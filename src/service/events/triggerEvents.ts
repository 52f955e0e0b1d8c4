import { randomUUID } from 'node:crypto'
import type { TriggerEvent, TriggerResult, TriggerStatus } from '../../contract/bulkTrigger.ts'
import { type Budget, BudgetError, createBudget } from '../budget.ts'
import type { Trx } from '../database/tables.ts'
import { buildMessages, insertMessages, type NewMessage } from '../messages/buildMessages.ts'
import { storeProfiles } from '../subscribers/upsertSubscribers.ts'
import { TemplateError } from '../templates.ts'
import type { Catalog, CatalogWorkflow } from '../workspace/catalog.ts'
import { claimDeliveries, releaseDeliveries } from './deliveries.ts'
import { loadPeople, type People, readRecipients, type Recipients, updateRecipients } from './recipients.ts'

/** The workflow that an event starts, and its recipients. */
interface Acceptance {
  workflow: CatalogWorkflow
  recipients: Recipients
}

/** Why an event starts no workflow. */
interface Refusal {
  status: TriggerStatus
  error?: string[]
}

/** Checks whether an event can be triggered. The order of the checks is production's. */
const validateEvent = (catalog: Catalog, { name, tenant, to }: TriggerEvent): Acceptance | Refusal => {
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

export interface TimedEvent {
  event: TriggerEvent
  /** When it happened. Its messages get this time. */
  time: Date
  /** Columns that seeded messages have and new ones don't: see seedHistory. */
  marks?: Partial<NewMessage>
}

/** An event that can be delivered. */
interface AcceptedEvent extends TimedEvent, Acceptance {
  transactionId: string
}

/**
 * Triggers events one by one: builds and stores the messages of all recipients, or returns why it can't. The content of
 * an event never makes this throw, so an invalid or expensive event doesn't affect the others.
 * @returns one result per event, in the order of the events, the number of messages created, and the ids of the
 * subscribers who got them.
 */
export const triggerEvents = async (
  trx: Trx,
  catalog: Catalog,
  events: readonly TimedEvent[],
): Promise<{ results: TriggerResult[]; messageCount: number; recipientIds: Set<string> }> => {
  const validated = events.map((timed) => accept(catalog, timed))
  const accepted = validated.flatMap((each) => each.accepted ?? [])

  // Take contended locks first and always in this order. Two calls that share subscribers then wait for each other
  // without a deadlock.
  const free = await claimDeliveries(trx, catalog, accepted)
  const people = await loadPeople(
    trx,
    catalog,
    accepted.filter(({ transactionId }) => free.has(transactionId)),
  )

  const versions = new Map([...people.values()].map(({ id, version }) => [id, version]))

  const results: TriggerResult[] = []
  const messages: NewMessage[] = []
  const recipientIds = new Set<string>()
  const budget = createBudget()
  for (const { accepted: event, result } of validated) {
    if (!event) {
      results.push(result)
      continue
    }
    try {
      // If the id is not free, an earlier call or an earlier event of this call claimed it.
      if (free.has(event.transactionId))
        for (const { subscriberId, created } of await deliver(catalog, event, { people, budget })) {
          if (created.length > 0) recipientIds.add(subscriberId)
          messages.push(...created)
        }
      free.delete(event.transactionId)
      results.push({ acknowledged: true, status: 'processed', transactionId: event.transactionId })
    } catch (error) {
      if (!(error instanceof TemplateError || error instanceof BudgetError)) throw error
      results.push(refuse(event.event, { status: 'error', error: [error.message] }))
    }
  }
  // Release the ids of failed events: a later event may use them.
  await releaseDeliveries(trx, catalog, free)
  await storeProfiles(
    trx,
    [...people.values()].filter((row) => row.version !== versions.get(row.id)),
  )
  await insertMessages(trx, messages)
  return { results, messageCount: messages.length, recipientIds }
}

type Validated = { accepted: AcceptedEvent; result?: never } | { accepted?: never; result: TriggerResult }

const accept = (catalog: Catalog, timed: TimedEvent): Validated => {
  const { event } = timed
  const verdict = validateEvent(catalog, event)
  if ('status' in verdict) return { result: refuse(event, verdict) }
  return { accepted: { ...timed, ...verdict, transactionId: event.transactionId ?? randomUUID() } }
}

/** A rejected event gets no new transaction id, because nothing was stored under one. */
const refuse = ({ transactionId }: TriggerEvent, refusal: Refusal): TriggerResult => ({
  acknowledged: true,
  ...refusal,
  ...(transactionId !== undefined && { transactionId }),
})

/** Updates the recipients of an event, and builds the messages of each. */
const deliver = async (
  catalog: Catalog,
  accepted: AcceptedEvent,
  { people, budget }: { people: People; budget: Budget },
): Promise<{ subscriberId: string; created: NewMessage[] }[]> => {
  const { recipients, marks, ...delivery } = accepted
  const { payload = {}, overrides = {} } = delivery.event
  const stored = { payload: JSON.stringify(payload), overrides: JSON.stringify(overrides) }
  updateRecipients(recipients, people, delivery.time)
  budget.begin()
  const deliveries: { subscriberId: string; created: NewMessage[] }[] = []
  for (const subscriberId of recipients.subscriberIds) {
    const recipient = people.get(subscriberId)
    if (!recipient) continue
    const created = await buildMessages(catalog, { ...delivery, recipient, people, stored, budget })
    for (const message of created) Object.assign(message, marks)
    deliveries.push({ subscriberId, created })
  }
  return deliveries
}
