import type { Database } from './database/connect.ts'
import { inTransaction } from './database/inTransaction.ts'
import { sql } from './database/kysely.ts'
import { deliverSnoozed, rewindSnoozes } from './messages/deliverSnoozed.ts'
import { createPoller, type Poller } from './poller.ts'

/** The snoozes of an environment. `run` delivers messages again whose snooze has ended. */
export type Snoozes = Pick<Poller, 'run' | 'start' | 'lookAt' | 'lookNow' | 'stop'>

/**
 * Ends snoozes. The first process to find one that has ended delivers the message; the others skip what it has locked.
 */
export const createSnoozes = (
  { kysely }: Database,
  {
    environmentId,
    publish,
    ...options
  }: {
    environmentId: string
    /** Undefined: the database's time counts, which is the same for all processes. */
    now: (() => Date) | undefined
    /** Measures the time until the next look. */
    monotonic: () => number
    /** Receives the subscribers of delivered messages, after each step. */
    publish: (subscriberIds: string[]) => void
    log: (line: string) => void
  },
): Snoozes =>
  createPoller({
    ...options,
    kysely,
    failure: 'Snoozed messages were not delivered',
    // Snoozes of other environments are in the same index, so it reads none that end later. It reads the subscriber of
    // each entry until one is of the environment. A join would allow the planner to read all subscribers for each.
    selectNext: (until) => sql`
      select snoozed_until from tidings.messages
      where snoozed_until <= ${until}
        and (select environment_id from tidings.subscribers where id = subscriber_key) = ${environmentId}
      order by snoozed_until limit 1`,
    step: async (time) => {
      const { found, subscriberIds } = await inTransaction(kysely, 'write', (trx) =>
        deliverSnoozed(trx, environmentId, time),
      )
      if (subscriberIds.length > 0) publish([...new Set(subscriberIds)])
      return found > 0
    },
    rewind: (trx, time) => rewindSnoozes(trx, environmentId, time),
  })
