import type { Database } from '../database/connect.ts'
import { inTransaction } from '../database/inTransaction.ts'
import { sql } from '../database/kysely.ts'
import { createPoller, type Poller } from '../poller.ts'
import { type Continued, continueRuns, type RunContext } from './continueRuns.ts'
import { rewindRuns } from './rewindRuns.ts'

/** The workflows of an environment that wait. */
export type Runs = Pick<Poller, 'prime' | 'time' | 'start' | 'lookAt' | 'lookNow' | 'stop'>

/**
 * Continues workflows that wait at a delay or a digest. The first process to find one that is due continues it; the
 * others skip what it has locked.
 */
export const createRuns = (
  { kysely }: Database,
  {
    onContinued,
    now,
    monotonic,
    ...context
  }: RunContext & {
    /** Undefined: the database's time counts, which is the same for all processes. */
    now: (() => Date) | undefined
    /** Measures the time until the next look. */
    monotonic: () => number
    /** Receives what each step has stored. */
    onContinued: (continued: Continued) => void
  },
): Runs => {
  const { environmentId } = context.catalog
  return createPoller({
    kysely,
    now,
    monotonic,
    log: context.log,
    failure: 'Workflows that waited did not go on',
    selectNext: (until) => sql`
      select min(due_at) from tidings.runs where environment_id = ${environmentId} and due_at <= ${until}`,
    step: async (time) => {
      const continued = await inTransaction(kysely, 'write', (trx) => continueRuns(trx, context, time))
      onContinued(continued)
      return continued.found > 0
    },
    rewind: (trx, time) => rewindRuns(trx, context.catalog, time),
  })
}
