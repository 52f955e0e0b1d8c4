import { randomUUID } from 'node:crypto'
import type { TriggerEvent, TriggerResult, TriggerStatus } from '../../contract/bulkTrigger.ts'
import type { Trx } from '../database/tables.ts'
import { buildMessages, insertMessages, type NewMessage } from '../messages/buildMessages.ts'
import { TemplateError } from '../templates.ts'
import type { Catalog, CatalogWorkflow } from '../workspace/catalog.ts'
import { claimDeliveries, releaseDeliveries } from './deliveries.ts'
import { loadPeople, type People, readRecipients, type Recipients, storeRecipients } from './recipients.ts'

/** What an event starts, and for whom. */
interface Acceptance {
  workflow: CatalogWorkflow
  recipients: Recipients
}

/** Why an event starts nothing. */
interface Refusal {
  status: TriggerStatus
  error?: string[]
}

/** Tells whether an event can be triggered (2.10), in the order in which production asks. */
const judgeEvent = (catalog: Catalog, { name, tenant, to }: TriggerEvent): Acceptance | Refusal => {
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

/** An event and when it happened. */
export interface TimedEvent {
  event: TriggerEvent
  time: Date
  /** What distinguishes its messages from new ones: see seedHistory. */
  marks?: Partial<NewMessage>
}

/** An event that can be delivered. */
interface AcceptedEvent extends TimedEvent, Acceptance {
  transactionId: string
}

/**
 * Triggers events, one after another: makes and stores the messages of all their recipients, or says why not
 * (2.10). Nothing that an event holds makes this throw, so that a bad one does not spoil the others.
 * @returns one result for each event, in their order, and how many messages were made.
 */
export const triggerEvents = async (
  trx: Trx,
  catalog: Catalog,
  events: readonly TimedEvent[],
): Promise<{ results: TriggerResult[]; messageCount: number }> => {
  const judged = events.map((timed) => accept(catalog, timed))
  const accepted = judged.flatMap((each) => each.accepted ?? [])

  // What other calls may want as well is taken first, and always in this order: two calls that meet in the same
  // subscribers then wait for one another, and never each for what the other one holds.
  const free = await claimDeliveries(trx, catalog, accepted)
  const people = await loadPeople(
    trx,
    catalog,
    accepted.filter(({ transactionId }) => free.has(transactionId)),
  )

  const results: TriggerResult[] = []
  const messages: NewMessage[] = []
  for (const { accepted: event, result } of judged) {
    if (!event) {
      results.push(result)
      continue
    }
    try {
      // Taken otherwise: by an earlier call, or by an earlier event of this one.
      if (free.has(event.transactionId)) messages.push(...(await deliver(trx, catalog, event, people)))
      free.delete(event.transactionId)
      results.push({ acknowledged: true, status: 'processed', transactionId: event.transactionId })
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      results.push(refuse(event.event, { status: 'error', error: [error.message] }))
    }
  }
  // Those of events that failed: a later one may use them.
  await releaseDeliveries(trx, catalog, free)
  await insertMessages(trx, messages)
  return { results, messageCount: messages.length }
}

type Judged = { accepted: AcceptedEvent; result?: never } | { accepted?: never; result: TriggerResult }

const accept = (catalog: Catalog, timed: TimedEvent): Judged => {
  const { event } = timed
  const judgement = judgeEvent(catalog, event)
  if ('status' in judgement) return { result: refuse(event, judgement) }
  return { accepted: { ...timed, ...judgement, transactionId: event.transactionId ?? randomUUID() } }
}

/** Only an event that was processed is given a transaction id: there is nothing to look up for the others. */
const refuse = ({ transactionId }: TriggerEvent, refusal: Refusal): TriggerResult => ({
  acknowledged: true,
  ...refusal,
  ...(transactionId !== undefined && { transactionId }),
})

const deliver = async (trx: Trx, catalog: Catalog, accepted: AcceptedEvent, people: People): Promise<NewMessage[]> => {
  const { recipients, marks, ...delivery } = accepted
  await storeRecipients(trx, catalog, recipients, people, delivery.time)
  return recipients.subscriberIds
    .flatMap((subscriberId) => people.get(subscriberId) ?? [])
    .flatMap((recipient) => buildMessages(catalog, { ...delivery, recipient, people }))
    .map((message) => ({ ...message, ...marks }))
}
