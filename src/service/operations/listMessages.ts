import { type MessagePage, messagesQuery } from '../../contract/extensions/messageList.ts'
import { feedLimit } from '../../contract/inbox/constants.ts'
import { sql } from '../database/kysely.ts'
import { readQuery } from '../http/readInput.ts'
import { toMessage } from '../messages/convertMessage.ts'
import { inApp, notInApp, onAnyChannel } from '../messages/inFeed.ts'
import type { Implementation } from './Implementation.ts'

/**
 * The messages of all channels, with the state of their delivery. The newest come first: ids sort by creation, also
 * those of messages that were delivered again. Filters that match nothing are an empty page.
 */
export const listMessages: Implementation<MessagePage> = ({ query }) => {
  const { channel, subscriberId, transactionId, page = 0, limit = feedLimit.default } = readQuery(messagesQuery, query)
  return async ({ trx, catalog, rules }) => {
    const none = { hasMore: false, data: [], pageSize: rules.clampsCounts ? limit : 0, page }
    const owner =
      subscriberId === undefined
        ? undefined
        : await trx
            .selectFrom('tidings.subscribers')
            .selectAll()
            .where('environment_id', '=', catalog.environmentId)
            .where('subscriber_id', '=', subscriberId)
            .executeTakeFirst()
    if (subscriberId !== undefined && !owner) return none
    const found = await trx
      .selectFrom('tidings.messages')
      .selectAll()
      .$if(owner !== undefined, (messages) =>
        messages
          .where('subscriber_key', '=', owner?.id ?? '')
          // The conditions of the indexes, of which none has all messages.
          .$if(transactionId === undefined, (all) =>
            all.where(channel === undefined ? onAnyChannel : channel === 'in_app' ? inApp : notInApp),
          ),
      )
      .$if(owner === undefined, (messages) =>
        // A join would allow the planner to read all subscribers of the environment for each page.
        messages.where(
          sql<boolean>`(select environment_id from tidings.subscribers where id = subscriber_key) =
            ${catalog.environmentId}`,
        ),
      )
      .$if(transactionId !== undefined, (messages) => messages.where('transaction_id', '=', transactionId ?? ''))
      .$if(channel !== undefined, (messages) => messages.where('channel', '=', channel ?? 'in_app'))
      // An expression, if an index finds the messages: in their order, the planner may read those of everybody.
      .orderBy(owner === undefined && transactionId === undefined ? 'id' : sql`id || ''`, 'desc')
      .offset(page * limit)
      // One more than the page has shows whether there are more.
      .limit(limit + 1)
      .execute()
    const rows = found.slice(0, limit)
    if (rows.length === 0) return none
    const owners = owner
      ? [owner]
      : await trx
          .selectFrom('tidings.subscribers')
          .selectAll()
          .where(sql<boolean>`id = any(${[...new Set(rows.map((row) => row.subscriber_key))]}::text[])`)
          .execute()
    const byKey = new Map(owners.map((row) => [row.id, row]))
    return {
      hasMore: found.length > limit,
      data: rows.flatMap((row) => {
        const subscriber = byKey.get(row.subscriber_key)
        return subscriber ? [toMessage(row, subscriber, catalog)] : []
      }),
      pageSize: rules.clampsCounts ? limit : rows.length,
      page,
    }
  }
}
