import type { InboxNotification } from '../../../src/contract/inboxNotification.ts'
import type { Flags } from '../../../src/state/model/mark.ts'
import type { KnownNotification, Stamped, StampedPage } from '../../../src/state/model/stampedPage.ts'
import { makeNotification } from '../../../src/testing/index.ts'

/**
 * An unread, unseen notification from a letter. `a` is the oldest, and `b` was created a minute later, so the
 * feed's order is `c b a`. After the letter follows what differs:
 * - `b.read`, `b.seen`: its flags. A read notification is seen too. `b.archived`: archived, unread and unseen.
 * - `b@a`: created at the time of `a`. `b@never`: without a time.
 * - `b#billing`: of the feed "billing".
 */
const notification = (text: string): InboxNotification => {
  const [, id = '', time = id, feed = 'activity', flag = ''] =
    /^([a-z])(?:@([a-z]+))?(?:#([a-z]+))?(?:\.(read|seen|archived))?$/.exec(text) ?? []
  if (id === '') throw new Error(`"${text}" is not a notification.`)
  return {
    ...makeNotification(time.charCodeAt(0) - 'a'.charCodeAt(0)),
    _id: id,
    _feedId: feed,
    read: flag === 'read',
    seen: flag === 'read' || flag === 'seen',
    archived: flag === 'archived',
    ...(time === 'never' && { createdAt: undefined }),
  }
}

/** The notifications of a text such as `c b.read a`. */
export const notifications = (text: string): InboxNotification[] => text.split(' ').filter(Boolean).map(notification)

interface PageFields {
  /** When it was requested. Default 10. */
  at?: number
  /** Default: false. */
  hasMore?: boolean
  /** Its number. Default 0. */
  page?: number
  /** The requested number of notifications. Default: the number of those that it has. */
  limit?: number
  /** The number of notifications that can't be read. Default 0. */
  unreadable?: number
  totalCount?: number
}

/** A page from the text of its notifications: `page('c b.read a', { at: 10, hasMore: true })`. */
export const page = (text: string, fields: PageFields = {}): StampedPage => {
  const { at = 10, hasMore = false, page: number = 0, unreadable = 0, totalCount } = fields
  const data = notifications(text)
  const received = data.length + unreadable
  return {
    data,
    hasMore,
    page: number,
    pageSize: received,
    totalCount,
    unreadable: Array.from({ length: unreadable }, (_, index) => ({ index, id: undefined, issues: [] })),
    requestedAt: at,
    limit: fields.limit ?? received,
  }
}

/** Notifications of a page that was requested at a time. */
export const stamped = (text: string, requestedAt = 10): Stamped[] =>
  notifications(text).map((one) => ({ notification: one, requestedAt }))

/**
 * An index of cached notifications. `since`: when the first page that has them was requested. Default: `at`.
 */
export const cached = (
  text: string,
  { at = 10, since }: { at?: number; since?: number } = {},
): Map<string, KnownNotification> =>
  new Map(stamped(text, at).map((one) => [one.notification._id, { ...one, since: since ?? at }]))

const flagsIn = ({ read, seen, archived, snoozedUntil, deleted }: InboxNotification & Flags) => {
  const place = archived ? 'archived' : snoozedUntil ? 'snoozed' : deleted ? 'deleted' : undefined
  return [read ? 'read' : seen ? 'seen' : undefined, place].filter((flag) => flag !== undefined)
}

/** Describes notifications by letter and flags: `c b.read a.read.archived`. */
export const describeAll = (items: readonly (Stamped | InboxNotification)[]): string =>
  items
    .map((item) => ('notification' in item ? item.notification : item))
    .map((item) => [item._id, ...flagsIn(item)].join('.'))
    .join(' ')
