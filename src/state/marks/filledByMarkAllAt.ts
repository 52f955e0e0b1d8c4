import { flagsAfter } from '../log/feedIntent.ts'
import type { IntentLogState } from '../log/intentLog.ts'
import { hasFlags, type ServerFilter } from '../model/feedFilter.ts'
import { allFlags } from '../model/mark.ts'
import type { Tick } from '../model/ticker.ts'
import { marksIn } from './markedFlags.ts'

/**
 * When the last mark-all, or archive of all that are read, settled that can bring notifications into a filter. Its
 * response names none of them. A list that was loaded earlier does not have them, and they may belong anywhere in it.
 *
 * @returns 0 if there was none.
 */
export const filledByMarkAllAt = (log: IntentLogState, filter: ServerFilter): Tick =>
  marksIn(log)
    .settledAlls.filter(({ intent }) =>
      allFlags.some((flags) => !hasFlags(flags, filter) && hasFlags(flagsAfter(flags, intent), filter)),
    )
    .reduce((latest, { settledAt }) => Math.max(latest, settledAt), 0)
