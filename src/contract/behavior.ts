import { flagChanges } from './markRules.ts'
import type { OperationName } from './operations.ts'

/** How a service answers: as docs/interface.md has it, or as the service in production does. */
export type Behavior = 'interface' | 'production'
export const behaviors = ['interface', 'production'] as const satisfies readonly Behavior[]

/** The points in which services differ. */
export interface BehaviorRules {
  /** Whether good answers, except the feed's, are wrapped as `{"data": …}`. */
  hasEnvelope: boolean
  /** Whether `totalCount` counts the page alone, and `pageSize` repeats the limit. */
  clampsCounts: boolean
  /** Whether the later id comes first among notifications of the same moment. Otherwise their order is not promised. */
  breaksTies: boolean
  /** Whether mark-as also returns messages of other subscribers whose ids it was given. It never marks them. */
  returnsForeign: boolean
  /** The flags that each mark sets. */
  flagChanges: typeof flagChanges
  /** Operations that answer 400 for an unknown subscriber. The others answer 404. */
  badRequestWhenUnknown: readonly OperationName[]
}

export const behaviorRules: Record<Behavior, BehaviorRules> = {
  interface: {
    hasEnvelope: false,
    clampsCounts: false,
    breaksTies: true,
    returnsForeign: false,
    flagChanges,
    badRequestWhenUnknown: [],
  },
  production: {
    hasEnvelope: true,
    clampsCounts: true,
    breaksTies: false,
    returnsForeign: true,
    flagChanges: { ...flagChanges, unread: { read: false, seen: true } },
    badRequestWhenUnknown: ['getFeed', 'appendCredentials'],
  },
}
