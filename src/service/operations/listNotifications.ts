import {
  countsQuery,
  type NotificationCount,
  type NotificationFilter,
  notificationFilters,
  type NotificationPage,
  notificationsQuery,
} from '../../contract/extensions/notificationLists.ts'
import { repeatedParameters } from '../../contract/extensions/queryFields.ts'
import { feedLimit } from '../../contract/inbox/constants.ts'
import { sql } from '../database/kysely.ts'
import type { SubscriberRow, Trx } from '../database/tables.ts'
import { readBody, readQuery } from '../http/readInput.ts'
import { Refusal, ValidationError } from '../http/Refusal.ts'
import { toNotificationV2 } from '../messages/convertMessage.ts'
import { inApp, inFeed } from '../messages/inFeed.ts'
import { hasValues, isInPlaces, parseJson, placesOf, readData } from '../messages/notificationFilter.ts'
import { readRows } from '../messages/readRows.ts'
import { countOf } from '../subscribers/feedCounts.ts'
import { findSubscriber } from '../subscribers/findSubscribers.ts'
import type { Implementation, OperationContext } from './Implementation.ts'

/** The newest come first. A page begins after a notification, and then skips `offset` more. */
export const listNotifications: Implementation<NotificationPage> = ({ subscriberId, query }) => {
  const filter = readQuery(notificationsQuery, query, repeatedParameters)
  const { limit = feedLimit.default, offset = 0, after, createdGte, createdLte } = filter
  const values = { ...filter, data: readData(filter.data) }
  return async ({ trx, catalog, rules }) => {
    const subscriber = await findSubscriber(trx, catalog, subscriberId)
    const last = after === undefined ? undefined : await findLast(trx, subscriber, after)
    const wanted = trx
      .selectFrom('tidings.messages')
      .where('subscriber_key', '=', subscriber.id)
      .where(isInPlaces(placesOf(filter, rules)))
      .where(hasValues(values, catalog))
      .$if(createdGte !== undefined, (found) => found.where('created_at', '>=', new Date(createdGte ?? 0)))
      .$if(createdLte !== undefined, (found) => found.where('created_at', '<=', new Date(createdLte ?? 0)))
      .$if(last !== undefined, (found) =>
        found.where(sql<boolean>`(created_at, id) < (${last?.created_at}::timestamptz, ${after})`),
      )
    // One more row than the page has shows whether there are more.
    const rows = await readRows(trx, subscriber, wanted, { offset, limit: limit + 1, tieOrder: 'desc' })
    return {
      data: rows.slice(0, limit).map((row) => toNotificationV2(row, subscriber, catalog)),
      hasMore: rows.length > limit,
      filter,
    }
  }
}

/** @throws Refusal 400 if the subscriber does not have it, for example because it was deleted. */
const findLast = async (trx: Trx, subscriber: SubscriberRow, id: string) => {
  const row = await trx
    .selectFrom('tidings.messages')
    .select('created_at')
    .where('subscriber_key', '=', subscriber.id)
    .where('id', '=', id)
    .where(inApp)
    .executeTakeFirst()
  if (!row)
    throw new Refusal(400, 'after is not the id of a notification of the subscriber. Start with the first page.')
  return row
}

/** One count for each filter, in their order. */
export const countNotifications: Implementation<NotificationCount[]> = ({ subscriberId, query }) => {
  const { filters: text } = readQuery(countsQuery, query)
  const parsed = parseJson(text)
  if (!Array.isArray(parsed))
    throw new ValidationError([{ field: 'filters', message: 'must be a JSON list of objects, as text' }])
  const filters = readBody(notificationFilters, parsed)
  return async (context) => {
    const subscriber = await findSubscriber(context.trx, context.catalog, subscriberId)
    const counts: NotificationCount[] = []
    for (const filter of filters) counts.push({ count: await countMatching(context, subscriber, filter), filter })
    return counts
  }
}

const countMatching = async (
  { trx, catalog, rules }: OperationContext,
  subscriber: SubscriberRow,
  filter: NotificationFilter,
): Promise<number> => {
  const { tags, severity } = filter
  const found = placesOf(filter, rules)
  const isStored = found.every(({ condition }) => condition === inFeed) && !tags && !severity
  if (isStored && found.length > 0) return countOf(subscriber, filter)
  const { count } = await trx
    .selectFrom('tidings.messages')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('subscriber_key', '=', subscriber.id)
    .where(isInPlaces(found))
    .where(hasValues(filter, catalog))
    .executeTakeFirstOrThrow()
  return count
}
