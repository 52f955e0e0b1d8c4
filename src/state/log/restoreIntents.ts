import type { QueuedIntent, SendState, Settled, SettledItem } from './intent.ts'
import { type IntentLog, lastOfEach } from './intentLog.ts'

/** The log of an earlier visit, or of a closed tab. */
export interface RestoredLog {
  /** In the order in which they were made. */
  pending: readonly QueuedIntent[]
  settledItems: ReadonlyMap<string, SettledItem>
  settledOthers: readonly Settled[]
}

/**
 * Adds the log of an earlier visit. Its pending intents are ordered by when they were made, and wait for
 * `queue`.
 */
export const restoreIntents = (log: IntentLog, restored: RestoredLog): void => {
  const { pending, failed, settledItems, settledOthers } = log.getState()
  const items = new Map(settledItems)
  for (const [id, item] of restored.settledItems)
    if ((items.get(id)?.settledAt ?? 0) < item.settledAt) items.set(id, item)
  const added = restored.pending.map(({ id, sentAs }): [string, SendState] => [id, { status: 'restored', sentAs }])
  const intents = restored.pending.map(({ sentAs: _sentAs, ...intent }) => intent)
  log.replace(
    {
      pending: [...intents, ...pending].sort((a, b) => (a.madeAt ?? 0) - (b.madeAt ?? 0)),
      failed,
      settledItems: items,
      settledOthers: lastOfEach([...restored.settledOthers, ...settledOthers]),
    },
    added,
  )
}
