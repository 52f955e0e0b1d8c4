import { readExtension } from '../extensions/feedCounts.ts'
import type { SubscriberOperationName } from '../extensions/subscriberOperations.ts'
import type { FeedPage } from '../feed.ts'
import * as guards from './generatedGuards.ts'
import { type Guard, list } from './guard.ts'
import { inboxRoutes, type Route } from './inboxRoutes.ts'
import { readItems } from './readItems.ts'

/** An operation as a client calls it. */
export interface GuardedOperation<Answer> extends Route {
  /** Checks the query. Undefined: the operation has none. */
  query?: Guard<unknown>
  /** Checks the body. Undefined: the operation has none. */
  body?: Guard<unknown>
  /** Checks the response, without its envelope. */
  answer: Guard<Answer>
}

/** Checks a page of the feed, notification by notification: see `feedPage`. */
export const pageGuard: Guard<FeedPage> = (value, issues) => {
  const before = issues.length
  const page = guards.feedPage(value, issues)
  return issues.length > before ? (page as never) : { ...page, ...readItems(page.data), ...readExtension(page) }
}

/** The operations that an inbox calls, for a browser: `subscriberOperations` with guards instead of zod schemas. */
export const guardedOperations = {
  getFeed: { ...inboxRoutes.getFeed, query: guards.feedQuery, answer: pageGuard },
  getPreferences: { ...inboxRoutes.getPreferences, query: guards.preferencesQuery, answer: guards.preferences },
  updatePreferences: {
    ...inboxRoutes.updatePreferences,
    body: guards.preferencesChange,
    answer: guards.preferences,
  },
  markAs: { ...inboxRoutes.markAs, body: guards.markAsBody, answer: list(guards.inboxMessage) },
  markAll: { ...inboxRoutes.markAll, body: guards.markAllBody, answer: guards.markAllAnswer },
} satisfies Record<SubscriberOperationName, GuardedOperation<unknown>>
