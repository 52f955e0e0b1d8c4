import { cancelMessages } from '../delivery/cancelMessages.ts'
import { cancelRuns } from '../runs/cancelRuns.ts'
import type { Implementation } from './Implementation.ts'

/** Cancels an event: its runs, its part of digests, and its messages that were not sent yet. */
export const cancelEvent: Implementation<boolean> =
  ({ id }) =>
  async ({ trx, catalog, time }) => {
    const canceled = await cancelRuns(trx, catalog, id)
    return (await cancelMessages(trx, catalog, { transactionId: id, time })) || canceled
  }
