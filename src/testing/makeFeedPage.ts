import type { FeedPage } from '../contract/feed.ts'
import { makeNotifications } from './makeNotification.ts'

/**
 * Makes one page of a feed as the client returns it (4.2): two notifications, and no more.
 * @param fields what shall differ. `pageSize` and `totalCount` follow `data` unless they are given.
 */
export const makeFeedPage = (fields: Partial<FeedPage> = {}): FeedPage => {
  const { data = makeNotifications(2) } = fields
  return { totalCount: data.length, hasMore: false, data, pageSize: data.length, page: 0, unreadable: [], ...fields }
}
