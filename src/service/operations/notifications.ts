import { batchBody } from '../../contract/extensions/notificationChanges.ts'
import type { NotificationV2 } from '../../contract/extensions/notificationV2.ts'
import { sql } from '../database/kysely.ts'
import type { MessageRow, SubscriberRow } from '../database/tables.ts'
import { readBody } from '../http/readInput.ts'
import { Refusal } from '../http/Refusal.ts'
import { changeMessages, type MessageChange } from '../messages/changeMessages.ts'
import { toNotificationV2 } from '../messages/convertMessage.ts'
import { deleteMessages } from '../messages/deleteMessages.ts'
import { findSubscriber } from '../subscribers/findSubscribers.ts'
import type { Implementation, OperationContext } from './Implementation.ts'

/** Other messages have no state that a reader changes. */
const inAppOnly = sql<boolean>`channel = 'in_app'`

const archive: MessageChange = { read: true, seen: true, archived: true }
const unarchive: MessageChange = { archived: false }

/** Changes messages of a subscriber by their ids. Returns those that were found. */
const change = async (
  { trx, catalog, time, report }: OperationContext,
  subscriberId: string,
  ids: readonly string[],
  to: MessageChange | 'delete',
): Promise<{ rows: MessageRow[]; subscriber: SubscriberRow }> => {
  const subscriber = await findSubscriber(trx, catalog, subscriberId, { lock: true })
  if (to === 'delete') {
    const rows = await deleteMessages(trx, subscriber, ids)
    if (rows.length > 0) report.changed.add(subscriberId)
    return { rows, subscriber }
  }
  const { rows, hasChanged } = await changeMessages(trx, { subscriber, ids, conditions: [inAppOnly], time }, to)
  if (hasChanged) report.changed.add(subscriberId)
  return { rows, subscriber }
}

/** @throws Refusal 404 if the subscriber does not have the notification. */
const changeOne = async (
  context: OperationContext,
  { subscriberId, id }: { subscriberId: string; id: string },
  to: MessageChange | 'delete',
): Promise<NotificationV2> => {
  const { rows, subscriber } = await change(context, subscriberId, [id], to)
  const [row] = rows
  if (!row) throw unknownNotification(id)
  return toNotificationV2(row, subscriber, context.catalog)
}

export const unknownNotification = (id: string): Refusal =>
  new Refusal(404, `Notification ${JSON.stringify(id)} of this subscriber does not exist.`)

type One = Implementation<NotificationV2>

export const readNotification: One = (request) => (context) =>
  changeOne(context, request, context.rules.flagChanges.read)

export const unreadNotification: One = (request) => (context) =>
  changeOne(context, request, context.rules.flagChanges.unread)

export const archiveNotification: One = (request) => (context) => changeOne(context, request, archive)

export const unarchiveNotification: One = (request) => (context) => changeOne(context, request, unarchive)

export const deleteNotification: Implementation<void> = (request) => async (context) => {
  await changeOne(context, request, 'delete')
}

/** Returns those that were found, in the order of the request: the deleted ones as they were. */
export const batchNotifications: Implementation<NotificationV2[]> = ({ subscriberId, body }) => {
  const { action, notificationIds: ids } = readBody(batchBody, body)
  const changes = { archive, unarchive, delete: 'delete' } as const
  return async (context) => {
    const { rows, subscriber } = await change(context, subscriberId, ids, changes[action])
    const found = new Map(rows.map((row) => [row.id, row]))
    return [...new Set(ids)].flatMap((id) => {
      const row = found.get(id)
      return row ? [toNotificationV2(row, subscriber, context.catalog)] : []
    })
  }
}
