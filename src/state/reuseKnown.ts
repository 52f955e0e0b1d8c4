import { type QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import type { FeedPage } from '../contract/feed.ts'
import type { InboxKeys } from './inboxKeys.ts'
import { knownNotifications } from './knownNotifications.ts'

/**
 * Puts the objects that the loaded lists hold in place of equal ones in a new answer: a poll that brings nothing new
 * renders no row.
 */
export const reuseKnown = <Page extends FeedPage>(queryClient: QueryClient, keys: InboxKeys, page: Page): Page => {
  const known = knownNotifications(queryClient, keys, new Set(page.data.map(({ _id }) => _id)))
  const data = page.data.map((notification) =>
    replaceEqualDeep(known.get(notification._id)?.notification, notification),
  )
  return { ...page, data }
}
