import type { SubscriberOperationName } from '../extensions/subscriberOperations.ts'
import { type Guard, list } from './guard.ts'
import {
  feedQueryGuard,
  markAllAnswerGuard,
  markAllGuard,
  markAsGuard,
  messageGuard,
  pageGuard,
  preferencesChangeGuard,
  preferencesGuard,
  preferencesQueryGuard,
} from './inboxGuards.ts'
import { inboxRoutes, type Route } from './inboxRoutes.ts'

/** An operation as a client calls it. */
export interface GuardedOperation<Answer> extends Route {
  /** Checks the query. Undefined: the operation has none. */
  query?: Guard<unknown>
  /** Checks the body. Undefined: the operation has none. */
  body?: Guard<unknown>
  /** Checks the response, without its envelope. */
  answer: Guard<Answer>
}

/** The operations that an inbox calls, for a browser: `subscriberOperations` with guards instead of zod schemas. */
export const guardedOperations = {
  getFeed: { ...inboxRoutes.getFeed, query: feedQueryGuard, answer: pageGuard },
  getPreferences: { ...inboxRoutes.getPreferences, query: preferencesQueryGuard, answer: preferencesGuard },
  updatePreferences: { ...inboxRoutes.updatePreferences, body: preferencesChangeGuard, answer: preferencesGuard },
  markAs: { ...inboxRoutes.markAs, body: markAsGuard, answer: list(messageGuard) },
  markAll: { ...inboxRoutes.markAll, body: markAllGuard, answer: markAllAnswerGuard },
} satisfies Record<SubscriberOperationName, GuardedOperation<unknown>>
