import { toError } from '../client/errors/TidingsError.ts'
import { countFilters, countOf, type FeedCounts } from '../contract/extensions/feedCounts.ts'
import type { NotificationCount, NotificationFilters } from '../contract/extensions/notificationLists.ts'
import type { FeedPage } from '../contract/feed.ts'
import { feedLimit } from '../contract/inbox/constants.ts'

/** A request for a page that shows a count. */
export interface CountRequest {
  read?: boolean
  seen?: boolean
  limit: number
}

/**
 * Fetches the counts that a browser needs with its first page. The page comes first: it shows whether the service's
 * totals are true, in which case one notification shows how many there are, and a page with the whole feed needs no
 * request at all.
 *
 * @param page the first page, as the service returned it.
 * @param fetch fetches a page of a count.
 * @param report gets the error of a count. The browser fetches that count itself.
 */
export const fetchCounts = async (
  page: FeedPage,
  fetch: (request: CountRequest) => Promise<FeedPage>,
  report: (error: Error) => void,
): Promise<FeedCounts | undefined> => {
  if (!page.hasMore) return undefined
  const limit = countOf(page).hasMore ? feedLimit.max : 1
  const counts: FeedCounts = {}
  const add = async (name: keyof FeedCounts) => {
    try {
      counts[name] = countOf(await fetch({ ...countFilters[name], limit }))
    } catch (error) {
      report(toError(error))
    }
  }
  await Promise.all([add('unseen'), add('unread')])
  return counts
}

/** In the feed: a service that lists archived and snoozed notifications counts them too, unless a filter says so. */
const inFeed = { archived: false, snoozed: false } as const
const exactFilters = [
  { ...countFilters.unseen, ...inFeed },
  { ...countFilters.unread, ...inFeed },
]

/**
 * As `fetchCounts`, for a service that counts archived and snoozed notifications apart: exact counts, in one request.
 * @param count returns a count for each filter.
 */
export const fetchExactCounts = async (
  page: FeedPage,
  count: (filters: NotificationFilters) => Promise<readonly NotificationCount[]>,
  report: (error: Error) => void,
): Promise<FeedCounts | undefined> => {
  if (!page.hasMore) return undefined
  try {
    const [unseen, unread] = (await count(exactFilters)).map((one) => ({ count: one.count, hasMore: false }))
    return { unseen, unread }
  } catch (error) {
    report(toError(error))
    return {}
  }
}
