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
  return async ({ trx, catalog, time }) => {
    const { results } = await triggerEvents(
      trx,
      catalog,
      events.map((event) => ({ event, time })),
    )
    return checked.flatMap(({ refused }) => refused ?? results.shift() ?? [])
  }
}
