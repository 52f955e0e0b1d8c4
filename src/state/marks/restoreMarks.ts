import type { Delivery, QueuedMark, SettledAll, SettledItem } from '../model/mark.ts'
import { lastOfEach, type MarkLog } from './markLog.ts'

/** The log of an earlier visit, or of a closed tab. */
export interface RestoredLog {
  /** In the order in which they were made. */
  pending: readonly QueuedMark[]
  settledItems: ReadonlyMap<string, SettledItem>
  settledAlls: readonly SettledAll[]
}

/**
 * Adds the log of an earlier visit. Its pending marks are ordered by when they were made, and wait for `queueRestored`.
 */
export const restoreMarks = (log: MarkLog, restored: RestoredLog): void => {
  const { pending, failed, settledItems, settledAlls } = log.getState()
  const items = new Map(settledItems)
  for (const [id, item] of restored.settledItems)
    if ((items.get(id)?.settledAt ?? 0) < item.settledAt) items.set(id, item)
  const added = restored.pending.map(({ id, sentAs }): [string, Delivery] => [id, { status: 'restored', sentAs }])
  const marks = restored.pending.map(({ sentAs: _sentAs, ...mark }) => mark)
  log.replace(
    {
      pending: [...marks, ...pending].sort((a, b) => (a.madeAt ?? 0) - (b.madeAt ?? 0)),
      failed,
      settledItems: items,
      settledAlls: lastOfEach([...restored.settledAlls, ...settledAlls]),
    },
    added,
  )
}
