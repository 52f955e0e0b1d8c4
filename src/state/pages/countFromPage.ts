import { belongs, isOutsideFeed, type ServerFilter } from '../model/feedFilter.ts'
import type { StampedPage } from '../model/stampedPage.ts'

/**
 * The page of a count, if the newest page of a list that contains its notifications shows it: a page with the whole
 * list, or one to which the proxy has added the counts.
 *
 * @param page the newest page of a list.
 * @param filter the filter of the count.
 */
export const countFromPage = (page: StampedPage, filter: ServerFilter): StampedPage | undefined => {
  if (isOutsideFeed(filter)) return undefined
  const { read, seen, payload } = filter
  const { hasMore, unreadable, counts, ...rest } = page
  const data = page.data.filter((notification) => belongs(notification, filter))
  const isWhole = !hasMore && unreadable.length === 0
  // The proxy counts without any other filter.
  const isUnseen = seen === false && read === undefined
  const isUnread = read === false && seen === undefined
  const counted = payload ? undefined : isUnseen ? counts?.unseen : isUnread ? counts?.unread : undefined
  const known = isWhole ? { count: data.length, hasMore } : counted
  return (
    known && {
      ...rest,
      data,
      unreadable: [],
      totalCount: known.count,
      hasMore: known.hasMore || known.count > data.length,
      isLeast: known.hasMore,
    }
  )
}
