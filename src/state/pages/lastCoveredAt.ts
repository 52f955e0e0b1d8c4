import type { InboxNotification } from '../../contract/inboxNotification.ts'
import type { StampedPage } from '../model/stampedPage.ts'
import type { Tick } from '../model/ticker.ts'

/** Whether a page reaches down to a notification: if the notification were in the list, the page would have it. */
export const covers = ({ hasMore, data, unreadable }: StampedPage, { createdAt }: InboxNotification): boolean => {
  if (unreadable.length > 0) return false
  if (!hasMore) return true
  const end = data.at(-1)?.createdAt
  // Two with the same time may be in either order.
  return typeof end === 'string' && typeof createdAt === 'string' && createdAt > end
}

/**
 * When the last page was requested that covers a notification.
 *
 * @param pages the loaded pages of a list, in order.
 * @param newestPages the newest pages that were requested later.
 * @returns 0 if no page reaches that far.
 */
export const lastCoveredAt = (
  pages: readonly StampedPage[],
  newestPages: readonly StampedPage[],
  notification: InboxNotification,
): Tick => {
  const page = pages.find((candidate) => covers(candidate, notification))
  const covering = [...newestPages.filter((newest) => covers(newest, notification)), ...(page ? [page] : [])]
  return covering.reduce((latest, { requestedAt }) => Math.max(latest, requestedAt), 0)
}
