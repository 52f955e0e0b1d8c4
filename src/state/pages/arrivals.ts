import type { InboxNotification } from '../../contract/inboxNotification.ts'

/**
 * The end of what is known of an inbox, by the service's clock: the user's clock may be wrong. Any notification created
 * later is an arrival. Two can have the same time, so the ids of those at the end are known too.
 */
export interface Known {
  /**
   * When the newest known notification was created, as ISO 8601 text. `''`: nothing is known, and everything arrives.
   */
  createdAt: string
  /** The ids of the known notifications of that time. */
  ids: readonly string[]
}

/**
 * The notifications that were created after everything that is known, in their order. One without a time is no arrival.
 */
export const arrivals = <Item extends InboxNotification>(known: Known, notifications: readonly Item[]): Item[] =>
  notifications.filter(
    ({ _id, createdAt }) =>
      typeof createdAt === 'string' &&
      (createdAt > known.createdAt || (createdAt === known.createdAt && !known.ids.includes(_id))),
  )

/** What is known after these notifications. Runs over the whole list with each feed page, so it creates no array. */
export const learn = (known: Known, notifications: readonly InboxNotification[]): Known => {
  let { createdAt, ids } = known
  for (const { _id, createdAt: time } of notifications) {
    if (typeof time !== 'string' || time < createdAt) continue
    if (time > createdAt) [createdAt, ids] = [time, [_id]]
    else if (!ids.includes(_id)) ids = [...ids, _id]
  }
  return { createdAt, ids }
}
