import { maxReturnedIds } from '../../contract/inbox/constants.ts'
import { markedAllOf } from '../../contract/markRules.ts'
import { type MarkAllResponse, markAllBody } from '../../contract/marks.ts'
import { sql } from '../database/kysely.ts'
import type { SubscriberRow, Trx } from '../database/tables.ts'
import { readBody } from '../http/readInput.ts'
import { changedColumns, wouldChange } from '../messages/flagChange.ts'
import { inFeed } from '../messages/inFeed.ts'
import { CountChanges, countsOf, type Flags } from '../subscribers/feedCounts.ts'
import { findSubscriber } from '../subscribers/findSubscribers.ts'
import type { Implementation } from './Implementation.ts'

/**
 * An unknown feed has no messages. Returns the number of changed messages, so a second call returns 0; with `returnIds`
 * also which they are.
 */
export const markAll: Implementation<MarkAllResponse> = ({ subscriberId, body }) => {
  const { feedIdentifier, markAs: mark, returnIds } = readBody(markAllBody, body)
  const feeds = feedIdentifier === undefined ? undefined : [feedIdentifier].flat()
  return async ({ trx, catalog, time, rules, report }) => {
    const subscriber = await findSubscriber(trx, catalog, subscriberId, { lock: true })
    const flags = rules.flagChanges[mark]
    const counted = feeds ? await countFeeds(trx, subscriber, feeds) : countsOf(subscriber)
    const counts = new CountChanges()
    let changed = 0
    for (const { read, seen, count } of counted) {
      const { read: isRead = read, seen: isSeen = seen } = flags
      if (isRead === read && isSeen === seen) continue
      changed += count
      counts.add(subscriber.id, { read, seen }, -count)
      counts.add(subscriber.id, { read: isRead, seen: isSeen }, count)
    }
    const isListed = returnIds === true && rules.returnsIds
    if (changed === 0) return isListed ? markedAllOf(0, []) : 0
    const result = isListed
      ? markedAllOf(changed, await newestOf(messages(trx, subscriber, feeds).where(wouldChange(flags))))
      : changed
    await trx
      .updateTable('tidings.messages')
      .set(changedColumns({ ...flags, time }))
      .where('subscriber_key', '=', subscriber.id)
      .where(isInFeeds(feeds))
      .where(wouldChange(flags))
      .execute()
    await counts.store(trx)
    report.changed.add(subscriberId)
    return result
  }
}

const isInFeeds = (feeds: readonly string[] | undefined) =>
  feeds ? sql<boolean>`${inFeed} and feed_id = any(${feeds}::text[])` : inFeed

const messages = (trx: Trx, subscriber: SubscriberRow, feeds: readonly string[] | undefined) =>
  trx.selectFrom('tidings.messages').where('subscriber_key', '=', subscriber.id).where(isInFeeds(feeds))

/** The numbers of a subscriber's messages in some feeds, by their flags. */
const countFeeds = (
  trx: Trx,
  subscriber: SubscriberRow,
  feeds: readonly string[],
): Promise<(Flags & { count: number })[]> =>
  messages(trx, subscriber, feeds)
    .select(['read', 'seen', sql<number>`count(*)::integer`.as('count')])
    .groupBy(['read', 'seen'])
    .execute()

const newestOf = (found: ReturnType<typeof messages>) =>
  found
    .select(['id as _id', 'read', 'seen'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxReturnedIds)
    .execute()
