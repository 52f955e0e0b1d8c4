import type { InboxClient } from '../client/createInboxClient.ts'
import { feedLimit } from '../contract/feed.ts'
import type { MarkVerb } from '../contract/marks.ts'
import type { FeedFilter } from './feedFilter.ts'
import type { Flags } from './mark.ts'

/** Which messages a mark would change. */
const changeable: Record<MarkVerb, FeedFilter> = {
  read: { read: false },
  unread: { read: true },
  seen: { seen: false },
  unseen: { seen: true },
}

/** Most requests for the list. Whoever has more to mark marks it without a way back. */
const maxRequests = 10

/**
 * Lists the messages that a mark-all is about to change, with their flags: the service's answer is only a number, and
 * without the list nobody could take the mark back.
 *
 * @returns undefined where there are too many.
 */
export const listAffected = async (
  client: InboxClient,
  subscriberId: string,
  verb: MarkVerb,
  feeds: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Map<string, Flags> | undefined> => {
  const affected = new Map<string, Flags>()
  let page: number | undefined
  for (let requests = 0; requests < maxRequests; requests += 1) {
    const request = { ...changeable[verb], limit: feedLimit.max, ...(page !== undefined && { page }) }
    const answer = await client.getFeed(subscriberId, request, { signal })
    for (const { _id, _feedId, read, seen } of answer.data)
      if (feeds === undefined || feeds.includes(_feedId ?? '')) affected.set(_id, { read, seen })
    if (!answer.hasMore || answer.data.length === 0) return affected
    page = answer.page + 1
  }
  return undefined
}
