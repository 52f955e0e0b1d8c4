import type { StepFilter } from '../../contract/stepFilter.ts'
import type { StoredEvent, SubscriberRow } from '../database/tables.ts'
import { conditionScope } from './conditionScope.ts'
import { matchesConditions } from './matchesConditions.ts'

/** Whether a step or a variant is for a recipient: its filters hold. */
export const isFor = (
  { filters, place }: { filters: readonly StepFilter[]; place: string },
  { recipient, event, warn }: { recipient: SubscriberRow; event: StoredEvent; warn: (line: string) => void },
): boolean =>
  filters.length === 0 ||
  matchesConditions(filters, conditionScope(recipient, event.payload), (line) =>
    warn(`In the filters of ${place}: ${line}`),
  )
