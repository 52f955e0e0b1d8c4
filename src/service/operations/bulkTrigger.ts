import type { TriggerResult } from '../../contract/bulkTrigger.ts'
import { operations } from '../../contract/operations.ts'
import { checkEvent } from '../events/checkEvent.ts'
import { triggerEvents } from '../events/triggerEvents.ts'
import { readList } from '../http/readInput.ts'
import type { Implementation } from './Implementation.ts'

/** Bulk trigger event (4.8). Results keep the order of the events. */
export const bulkTrigger: Implementation<TriggerResult[]> = ({ body }) => {
  const checked = readList(body, operations.bulkTrigger.limit).map(checkEvent)
  const events = checked.flatMap(({ event }) => event ?? [])
  return async ({ trx, catalog, time, log }) => {
    const { results } = await triggerEvents(
      trx,
      catalog,
      events.map((event) => ({ event, time })),
    )
    // The call succeeds, and many a sender looks no further.
    for (const line of new Set(events.flatMap(({ name }, index) => undelivered(name, results[index]) ?? []))) log(line)
    return checked.flatMap(({ refused }) => refused ?? results.shift() ?? [])
  }
}

const undelivered = (name: string, result: TriggerResult | undefined): string | undefined =>
  result === undefined || result.status === 'processed'
    ? undefined
    : `An event ${JSON.stringify(name)} was not delivered: ${[result.status, ...(result.error ?? [])].join(', ')}.`
