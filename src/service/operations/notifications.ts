import { type BatchBody, batchBody, snoozeBody } from '../../contract/extensions/notificationChanges.ts'
import type { NotificationV2 } from '../../contract/extensions/notificationV2.ts'
import type { buttonTypes } from '../../contract/inbox/constants.ts'
import type { MessageRow, SubscriberRow } from '../database/tables.ts'
import { readBody } from '../http/readInput.ts'
import { Refusal, ValidationError } from '../http/Refusal.ts'
import { archive, changeMessages, type MessageChange } from '../messages/changeMessages.ts'
import { toNotificationV2 } from '../messages/convertMessage.ts'
import { deleteMessages } from '../messages/deleteMessages.ts'
import { inAppById } from '../messages/inFeed.ts'
import { findSubscriber } from '../subscribers/findSubscribers.ts'
import type { Implementation, OperationContext } from './Implementation.ts'

const unarchive: MessageChange = { archived: false }
const unsnooze: MessageChange = { snoozedUntil: null }

/**
 * A snooze takes the message out of the archive.
 * @throws ValidationError (422) for a time that has passed, or is more than a year ahead.
 */
const snooze = (snoozeUntil: string, now: Date): MessageChange => {
  const until = new Date(snoozeUntil)
  const latest = new Date(now)
  latest.setUTCFullYear(now.getUTCFullYear() + 1)
  if (until > now && until <= latest) return { snoozedUntil: until, archived: false }
  const message = `must be later than ${now.toISOString()}, the time of the service, and within a year`
  throw new ValidationError([{ field: 'snoozeUntil', message }])
}

/**
 * Changes messages of a subscriber by their ids, unless they were delivered again since. Returns those that were found:
 * of a deletion, those that it deleted.
 */
const change = async (
  { trx, catalog, time, rules, report }: OperationContext,
  subscriberId: string,
  ids: readonly string[],
  to: MessageChange | 'delete',
  deliveries?: BatchBody['deliveries'],
): Promise<{ rows: MessageRow[]; subscriber: SubscriberRow }> => {
  const subscriber = await findSubscriber(trx, catalog, subscriberId, { lock: true })
  const known = rules.sparesLater ? deliveries : undefined
  if (to === 'delete') {
    const rows = await deleteMessages(trx, subscriber, ids, known)
    if (rows.length > 0) report.changed.add(subscriberId)
    return { rows, subscriber }
  }
  const selection = { subscriber, ids, matching: inAppById, time, ...(known && { deliveries: known }) }
  const { rows, hasChanged } = await changeMessages(trx, selection, to)
  if (hasChanged) {
    report.changed.add(subscriberId)
    report.snoozedUntil = to.snoozedUntil ?? undefined
  }
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

const unknownNotification = (id: string): Refusal =>
  new Refusal(404, `Notification ${JSON.stringify(id)} of this subscriber does not exist.`)

type One = Implementation<NotificationV2>

export const readNotification: One = (request) => (context) =>
  changeOne(context, request, context.rules.flagChanges.read)

export const unreadNotification: One = (request) => (context) =>
  changeOne(context, request, context.rules.flagChanges.unread)

export const archiveNotification: One = (request) => (context) => changeOne(context, request, archive)

export const unarchiveNotification: One = (request) => (context) => changeOne(context, request, unarchive)

export const snoozeNotification: One = (request) => {
  const { snoozeUntil } = readBody(snoozeBody, request.body)
  return async (context) => changeOne(context, request, snooze(snoozeUntil, context.time))
}

export const unsnoozeNotification: One = (request) => (context) => changeOne(context, request, unsnooze)

/** Stores the state of the buttons as production does: their status, and the type of the button. */
const setAction =
  (type: (typeof buttonTypes)[number], status: 'done' | 'pending'): One =>
  (request) =>
  async ({ trx, catalog, time, report }) => {
    const subscriber = await findSubscriber(trx, catalog, request.subscriberId, { lock: true })
    const row = await trx
      .selectFrom('tidings.messages')
      .selectAll()
      .where('subscriber_key', '=', subscriber.id)
      .where('id', '=', request.id)
      .where(inAppById)
      .executeTakeFirst()
    if (!row) throw unknownNotification(request.id)
    const { action } = row.cta
    if (!action?.buttons?.some((button) => button.type === type))
      throw new Refusal(400, `The notification has no ${type} button.`)
    if (action.status === status && action.result?.type === type) return toNotificationV2(row, subscriber, catalog)
    const cta = { ...row.cta, action: { ...action, status, result: { ...action.result, type } } }
    await trx
      .updateTable('tidings.messages')
      .set({ cta: JSON.stringify(cta), updated_at: time })
      .where('subscriber_key', '=', subscriber.id)
      .where('id', '=', row.id)
      .execute()
    report.changed.add(request.subscriberId)
    return toNotificationV2({ ...row, cta }, subscriber, catalog)
  }

export const completePrimaryAction = setAction('primary', 'done')
export const completeSecondaryAction = setAction('secondary', 'done')
export const revertPrimaryAction = setAction('primary', 'pending')
export const revertSecondaryAction = setAction('secondary', 'pending')

export const deleteNotification: Implementation<void> = (request) => async (context) => {
  await changeOne(context, request, 'delete')
}

/** Returns those that were found, in the order of the request: the deleted ones as they were. */
export const batchNotifications: Implementation<NotificationV2[]> = ({ subscriberId, body }) => {
  const { action, notificationIds: ids, snoozeUntil = '', deliveries } = readBody(batchBody, body)
  const changes = { archive, unarchive, unsnooze, delete: 'delete' } as const
  return async (context) => {
    const to = action === 'snooze' ? snooze(snoozeUntil, context.time) : changes[action]
    const { rows, subscriber } = await change(context, subscriberId, ids, to, deliveries)
    const found = new Map(rows.map((row) => [row.id, row]))
    return [...new Set(ids)].flatMap((id) => {
      const row = found.get(id)
      return row ? [toNotificationV2(row, subscriber, context.catalog)] : []
    })
  }
}
