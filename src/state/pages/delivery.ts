import type { InboxNotification } from '../../contract/inboxNotification.ts'

/**
 * Names a delivery: a notification is delivered again when its snooze ends, or its digest grows, under
 * the same id at a later time.
 */
export const deliveryOf = ({ _id, createdAt }: InboxNotification): string => `${_id} ${createdAt}`

/** The `createdAt` of notifications that have one, by id. */
export const deliveriesOf = (notifications: Iterable<InboxNotification>): Readonly<Record<string, string>> =>
  Object.fromEntries([...notifications].flatMap(({ _id, createdAt }) => (createdAt ? [[_id, createdAt]] : [])))

/** Whether one is a later delivery of the other. */
export const isDeliveredAgain = (known: InboxNotification | undefined, later: InboxNotification): boolean =>
  known !== undefined && (later.createdAt ?? '') > (known.createdAt ?? '')
