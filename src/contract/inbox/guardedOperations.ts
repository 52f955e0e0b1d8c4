import { readExtension } from '../extensions/feedCounts.ts'
import type { SubscriberOperationName } from '../extensions/subscriberOperations.ts'
import type { FeedPage } from '../feed.ts'
import type { Operation } from '../operation.ts'
import { generatedOperations } from './generatedGuards.ts'
import type { Guard } from './guard.ts'
import { readItems } from './readItems.ts'

/** An operation as a client calls it. */
export interface GuardedOperation<Result> extends Pick<Operation, 'method' | 'path'> {
  /** Checks the query. Undefined: the operation has none. */
  query?: Guard<unknown>
  /** Checks the body. Undefined: the operation has none. */
  body?: Guard<unknown>
  /** Checks the response, without its envelope. */
  response: Guard<Result>
}

/** Checks a page of the feed, notification by notification: see `feedPage`. */
export const pageGuard: Guard<FeedPage> = (value, issues) => {
  const before = issues.length
  const page = generatedOperations.getFeed.response(value, issues)
  return issues.length > before ? (page as never) : { ...readExtension(page), ...readItems(page.data) }
}

/** The operations that an inbox calls, for a browser: `subscriberOperations` with guards instead of zod schemas. */
export const guardedOperations = {
  ...generatedOperations,
  getFeed: { ...generatedOperations.getFeed, response: pageGuard },
} satisfies Record<SubscriberOperationName, GuardedOperation<unknown>>
