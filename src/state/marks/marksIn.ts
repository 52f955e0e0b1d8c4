import type { MarkVerb } from '../../contract/marks.ts'
import { type FeedIntent, isFeedIntent } from '../log/feedIntent.ts'
import type { SettledItem, Span } from '../log/intent.ts'
import type { IntentLogState } from '../log/intentLog.ts'

/** A settled mark-all. Its response names no messages. */
export interface SettledAll extends Span {
  verb: MarkVerb
  feeds?: readonly string[] | undefined
}

/** The marks in a log. */
export interface Marks {
  /** Those that have not settled yet, in the order in which they were made. */
  pending: readonly FeedIntent[]
  /** The last response about each message, by message id. */
  settledItems: ReadonlyMap<string, SettledItem>
  /** The last settled mark-all of each verb and choice of feeds, in the order in which they were done. */
  settledAlls: readonly SettledAll[]
}

const results = new WeakMap<IntentLogState, Marks>()

/** Once per state of the log, for all lists and counts. */
export const marksIn = (log: IntentLogState): Marks => {
  const known = results.get(log)
  if (known) return known
  const marks = {
    pending: log.pending.filter(isFeedIntent),
    settledItems: log.settledItems,
    settledAlls: log.settledOthers.flatMap(({ intent, ...span }): SettledAll[] =>
      isFeedIntent(intent) && intent.kind === 'markAll' ? [{ ...span, verb: intent.verb, feeds: intent.feeds }] : [],
    ),
  }
  results.set(log, marks)
  return marks
}
