import type { Database } from '../database/connect.ts'
import { inTransaction } from '../database/inTransaction.ts'
import type { Delivery } from '../delivery/createDelivery.ts'
import type { LiveEndpoint } from '../live/startLiveEndpoint.ts'
import { emptyReport, type OperationContext } from '../operations/Implementation.ts'
import type { Runs } from '../runs/createRuns.ts'
import type { Snoozes } from '../snoozes.ts'
import type { Metrics } from './metrics.ts'

/** What runs in the transaction of a request. */
export type Work = Pick<OperationContext, 'trx' | 'report'>

/**
 * Runs the transaction of a request. After its commit, hints the subscribers whose messages it has changed.
 * @param streamId Stream of the browser that made the change, which needs no hint.
 */
export type Commit = <Result>(
  access: 'read' | 'write',
  run: (work: Work) => Promise<Result>,
  streamId?: string,
) => Promise<Result>

export const createCommit =
  ({
    database: { kysely },
    live,
    metrics,
    snoozes,
    runs,
    delivery,
  }: {
    database: Database
    live: LiveEndpoint | undefined
    metrics: Metrics | undefined
    snoozes: Pick<Snoozes, 'lookAt'>
    runs: Pick<Runs, 'lookAt'>
    delivery: Pick<Delivery, 'notify'>
  }): Commit =>
  async (access, run, streamId) => {
    const { result, report } = await inTransaction(kysely, access, async (trx) => {
      // The work may run again after a deadlock.
      const work = { trx, report: emptyReport() }
      return { result: await run(work), report: work.report }
    })
    metrics?.stored(report.messageCount)
    if (report.snoozedUntil) snoozes.lookAt(report.snoozedUntil)
    if (report.nextRun) runs.lookAt(report.nextRun)
    if (report.sends) delivery.notify()
    live?.publish({ subscriberIds: [...report.changed], streamId })
    return result
  }
