import { type ExtensionName, extensionOperations } from './extensions/extensionOperations.ts'
import { flagChanges } from './markRules.ts'
import type { OperationName } from './operations.ts'

/** The service whose responses are imitated: the one in docs/interface.md, or the one in production. */
export type Behavior = 'interface' | 'production'

export const behaviors = ['interface', 'production'] as const satisfies readonly Behavior[]

/** The differences between services. */
export interface BehaviorRules {
  /** Whether successful responses, except the feed, are wrapped as `{"data": …}`. */
  hasEnvelope: boolean
  /** Whether `totalCount` is clamped to the feed page, and `pageSize` repeats the requested limit. */
  clampsCounts: boolean
  /** Whether the later id precedes among notifications of the same millisecond. Otherwise their order is undefined. */
  breaksTies: boolean
  /** Whether the feed lists archived notifications, with `archived: true`. */
  listsArchived: boolean
  /** Whether `markAs` also returns messages of other subscribers whose ids it received. It never marks them. */
  returnsForeign: boolean
  /** Whether `markAll` can return ids. */
  returnsIds: boolean
  /** Whether marks and changes leave alone what was delivered later than they say. */
  sparesLater: boolean
  /**
   * Whether responses have the fields of extensions: a feed page says which ones there are, each of its notifications
   * how urgent it is, and preferences which channels depend on the notification in the app, and in which time zone
   * delivery hours are.
   */
  addsFields: boolean
  /** Flags that each mark sets. */
  flagChanges: typeof flagChanges
  /** Operations that respond with 400 to an unknown subscriber. The others respond with 404. */
  badRequestWhenUnknown: readonly (OperationName | ExtensionName)[]
}

export const behaviorRules: Record<Behavior, BehaviorRules> = {
  interface: {
    hasEnvelope: false,
    clampsCounts: false,
    breaksTies: true,
    listsArchived: false,
    returnsForeign: false,
    returnsIds: true,
    sparesLater: true,
    addsFields: true,
    flagChanges,
    badRequestWhenUnknown: [],
  },
  production: {
    hasEnvelope: true,
    clampsCounts: true,
    breaksTies: false,
    listsArchived: true,
    returnsForeign: true,
    returnsIds: false,
    sparesLater: false,
    addsFields: false,
    flagChanges: { ...flagChanges, unread: { read: false, seen: true } },
    badRequestWhenUnknown: ['getFeed', 'appendCredentials'],
  },
}

/** The pages of lists. */
const pages: readonly (OperationName | ExtensionName)[] = ['getFeed', 'listNotifications', 'listMessages']

/**
 * Whether a successful response is wrapped as `{"data": …}`. Those of extensions are wrapped as in production, which
 * wraps no page of a list.
 */
export const isWrapped = (
  name: OperationName | ExtensionName,
  { hasEnvelope }: Pick<BehaviorRules, 'hasEnvelope'>,
): boolean => !pages.includes(name) && (hasEnvelope || name in extensionOperations)
