import { hasFlags, type ServerFilter } from '../model/feedFilter.ts'
import { allFlags, predict } from '../model/mark.ts'
import type { Tick } from '../model/ticker.ts'
import type { MarkLogState } from './markLog.ts'

/**
 * When a mark-all was last settled that may have brought notifications into a filter. Its answer names none of them: a list that was
 * loaded before does not hold them, and they stand anywhere among what it holds.
 *
 * @returns 0 where there was none.
 */
export const lastMarkAllInto = (log: MarkLogState, filter: ServerFilter): Tick =>
  log.settledAlls
    .filter(({ verb }) => allFlags.some((flags) => !hasFlags(flags, filter) && hasFlags(predict(flags, verb), filter)))
    .reduce((latest, { settledAt }) => Math.max(latest, settledAt), 0)
