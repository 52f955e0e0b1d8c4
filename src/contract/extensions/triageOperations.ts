import * as z from 'zod/mini'
import { notificationsPath as notifications } from '../inbox/triageGuards.ts'
import type { Operation } from '../operation.ts'
import { noContent } from '../responseSchema.ts'
import { batchBody, matchingBody, seenBody, snoozeBody } from './notificationChanges.ts'
import { countsQuery, notificationCount, notificationPage, notificationsQuery } from './notificationLists.ts'
import { notificationV2 } from './notificationV2.ts'

/** An operation on one notification. Responds with 404 if the subscriber does not have it. */
const onOne = <const Step extends string>(step: Step) => ({
  /** HTTP method. */
  method: 'PATCH' as const,
  /** Path, with `{subscriberId}` and the notification's `{id}`. */
  path: `${notifications}/{id}/${step}` as const,
  /** Schema of the response: the notification after the change. */
  response: notificationV2,
  /** HTTP status of a successful response. */
  status: 200 as const,
  /** Inboxes get a hint. */
  changesFeed: true as const,
})

/** An operation on all notifications that match. */
const onAll = <const Step extends string>(step: Step) => ({
  /** HTTP method. */
  method: 'POST' as const,
  /** Path, with `{subscriberId}`. */
  path: `${notifications}/${step}` as const,
  /** Schema of the body. */
  body: matchingBody,
  /** The response has no body. */
  response: noContent,
  /** HTTP status of a successful response. */
  status: 204 as const,
  /** Inboxes get a hint. */
  changesFeed: true as const,
})

/** The operations of archive, snooze and delete: production's, and `batchNotifications`. */
export const triageOperations = {
  /** Returns a page of the notifications, in the form of v2. */
  listNotifications: {
    method: 'GET',
    path: notifications,
    query: notificationsQuery,
    response: notificationPage,
    status: 200,
  },
  /** Counts the notifications that match each of some filters. */
  countNotifications: {
    method: 'GET',
    path: `${notifications}/count`,
    query: countsQuery,
    response: z.array(notificationCount),
    status: 200,
  },
  /** Marks one as read, and so as seen. */
  readNotification: onOne('read'),
  /** Marks one as unread, which returns it from the archive. */
  unreadNotification: onOne('unread'),
  /** Archives one, and marks it as read. */
  archiveNotification: onOne('archive'),
  /** Returns one from the archive. */
  unarchiveNotification: onOne('unarchive'),
  /** Takes one out of the feed until a time, and then delivers it again. */
  snoozeNotification: { ...onOne('snooze'), body: snoozeBody },
  /** Returns a snoozed one to its place in the feed. */
  unsnoozeNotification: onOne('unsnooze'),
  /** Stores that the primary button was used. */
  completePrimaryAction: onOne('actions/primary/complete'),
  /** Stores that the secondary button was used. */
  completeSecondaryAction: onOne('actions/secondary/complete'),
  /** Stores that the primary button is unused again. */
  revertPrimaryAction: onOne('actions/primary/revert'),
  /** Stores that the secondary button is unused again. */
  revertSecondaryAction: onOne('actions/secondary/revert'),
  /** Marks all that match as read. */
  readAllNotifications: onAll('read'),
  /** Archives all that match. */
  archiveAllNotifications: onAll('archive'),
  /** Archives all read ones that match. */
  archiveReadNotifications: onAll('read-archive'),
  /** Deletes all that match, for good. */
  deleteAllNotifications: onAll('delete'),
  /** Marks those that match as seen. */
  seeNotifications: { ...onAll('seen'), body: seenBody },
  /**
   * Changes up to 100 by their ids, and returns those that were found, in the order of the request. Deleted ones are as
   * they were. Not one of production's.
   */
  batchNotifications: {
    method: 'POST',
    path: `${notifications}/batch`,
    body: batchBody,
    response: z.array(notificationV2),
    status: 200,
    changesFeed: true,
  },
  /** Deletes one, for good. Behind the paths with a word in place of the id. */
  deleteNotification: {
    method: 'DELETE',
    path: `${notifications}/{id}`,
    response: noContent,
    status: 204,
    changesFeed: true,
  },
} as const satisfies Record<string, Operation>
