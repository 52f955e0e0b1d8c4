import type { InboxNotification } from '../../contract/inboxNotification.ts'
import type { StampedPage } from '../model/stampedPage.ts'
import type { Tick } from '../model/ticker.ts'

/** Whether an answer reaches as far down as a notification: had it belonged to the list, the answer would hold it. */
export const covers = ({ hasMore, data, unreadable }: StampedPage, { createdAt }: InboxNotification): boolean => {
  if (unreadable.length > 0) return false
  if (!hasMore) return true
  const end = data.at(-1)?.createdAt
  // At the same time on the clock, either may come first.
  return typeof end === 'string' && typeof createdAt === 'string' && createdAt > end
}

/**
 * When the service last told what stands at a notification's place in a list.
 *
 * @param pages the loaded pages, in order.
 * @param newestPages newest pages asked for later.
 * @returns 0 where no answer reaches that far.
 */
export const lastAnswerCovering = (
  pages: readonly StampedPage[],
  newestPages: readonly StampedPage[],
  notification: InboxNotification,
): Tick => {
  const page = pages.find((candidate) => covers(candidate, notification))
  const told = [...newestPages.filter((head) => covers(head, notification)), ...(page ? [page] : [])]
  return told.reduce((latest, { requestedAt }) => Math.max(latest, requestedAt), 0)
}
