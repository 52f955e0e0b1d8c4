import type { RawBuilder } from 'kysely'
import { maxReturnedIds } from '../../contract/inbox/constants.ts'
import { markedAllOf } from '../../contract/markRules.ts'
import { type MarkAllResponse, markAllBody } from '../../contract/marks.ts'
import { sql } from '../database/kysely.ts'
import type { SubscriberRow, Trx } from '../database/tables.ts'
import { readBody } from '../http/readInput.ts'
import { changeFeed, notLater, wouldChange } from '../messages/changeMessages.ts'
import { inFeed } from '../messages/inFeed.ts'
import { findSubscriber } from '../subscribers/findSubscribers.ts'
import type { Implementation } from './Implementation.ts'

/**
 * An unknown feed has no messages. Returns the number of changed messages, so a second call returns 0; with `returnIds`
 * also which they are.
 */
export const markAll: Implementation<MarkAllResponse> = ({ subscriberId, body }) => {
  const { feedIdentifier, markAs: mark, returnIds, until: latest } = readBody(markAllBody, body)
  const feeds = feedIdentifier === undefined ? undefined : [feedIdentifier].flat()
  const matching = feeds ? sql<boolean>`${inFeed} and feed_id = any(${feeds}::text[])` : inFeed
  return async ({ trx, catalog, time, rules, report }) => {
    const subscriber = await findSubscriber(trx, catalog, subscriberId, { lock: true })
    const flags = rules.flagChanges[mark]
    const isListed = returnIds === true && rules.returnsIds
    const until = rules.sparesLater ? latest : undefined
    const listed = sql<boolean>`${notLater(matching, until)} and ${wouldChange(flags)}`
    const newest = isListed ? await newestOf(trx, subscriber, listed) : []
    const changed = await changeFeed(trx, { subscriber, time, matching, until, isAll: !feeds }, flags)
    if (changed > 0) report.changed.add(subscriberId)
    return isListed ? markedAllOf(changed, newest) : changed
  }
}

const newestOf = (trx: Trx, subscriber: SubscriberRow, matching: RawBuilder<boolean>) =>
  trx
    .selectFrom('tidings.messages')
    .where('subscriber_key', '=', subscriber.id)
    .where(matching)
    .select(['id as _id', 'read', 'seen'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxReturnedIds)
    .execute()
