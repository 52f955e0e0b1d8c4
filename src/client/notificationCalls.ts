import type { BatchBody, MatchingBody, SeenBody, SnoozeBody } from '../contract/extensions/notificationChanges.ts'
import {
  type NotificationCount,
  type NotificationFilters,
  notificationFilters,
  type NotificationPage,
  type NotificationsQuery,
} from '../contract/extensions/notificationLists.ts'
import type { NotificationV2 } from '../contract/extensions/notificationV2.ts'
import { triageOperations } from '../contract/extensions/triageOperations.ts'
import { describeIssues } from '../contract/fieldIssues.ts'
import { idRule, isAddressable, notificationPath, type Operation } from '../contract/operation.ts'
import type { CallOptions } from './clientOptions.ts'
import type { Send } from './createSend.ts'
import { RequestError } from './errors/RequestError.ts'
import { guardOperation } from './guardOperations.ts'

/** A call that changes one notification, and resolves to it after the change. An unknown one is an `HttpError` 404. */
export type NotificationCall = (subscriberId: string, id: string, call?: CallOptions) => Promise<NotificationV2>

/** A call that changes all notifications of the feed that match. It has no ids: pass these to `batchNotifications`. */
export type MatchingCall = (subscriberId: string, matching?: MatchingBody, call?: CallOptions) => Promise<void>

/**
 * The calls of archive, snooze and delete. They are extensions: a service without them rejects with an `HttpError` 404,
 * 405 or 501.
 */
export interface NotificationCalls {
  /** Fetches a page of notifications in the form of v2: of the feed, or those that are archived or snoozed. */
  listNotifications(subscriberId: string, query?: NotificationsQuery, call?: CallOptions): Promise<NotificationPage>
  /** Counts the notifications that match each filter, at most 30. */
  countNotifications(
    subscriberId: string,
    filters: NotificationFilters,
    call?: CallOptions,
  ): Promise<NotificationCount[]>
  /** Marks a notification as read and seen. */
  readNotification: NotificationCall
  /** Marks a notification as unread, which returns it from the archive. */
  unreadNotification: NotificationCall
  /** Archives a notification, and marks it as read and seen. */
  archiveNotification: NotificationCall
  /** Returns a notification from the archive. */
  unarchiveNotification: NotificationCall
  /** Takes a notification out of the feed until a time within a year. It is then delivered again. */
  snoozeNotification(subscriberId: string, id: string, snooze: SnoozeBody, call?: CallOptions): Promise<NotificationV2>
  /** Returns a snoozed notification to its place in the feed. */
  unsnoozeNotification: NotificationCall
  /** Stores that the primary button of a notification was used. */
  completePrimaryAction: NotificationCall
  /** Stores that the secondary button of a notification was used. */
  completeSecondaryAction: NotificationCall
  /** Stores that the primary button of a notification is unused again. */
  revertPrimaryAction: NotificationCall
  /** Stores that the secondary button of a notification is unused again. */
  revertSecondaryAction: NotificationCall
  /** Deletes a notification for good. */
  deleteNotification(subscriberId: string, id: string, call?: CallOptions): Promise<void>
  /**
   * Changes up to 100 notifications, and resolves to those that were found. Production lacks it: change them one by one
   * there.
   */
  batchNotifications(subscriberId: string, batch: BatchBody, call?: CallOptions): Promise<NotificationV2[]>
  /** Marks all that match as read. */
  readAllNotifications: MatchingCall
  /** Archives all that match. */
  archiveAllNotifications: MatchingCall
  /** Archives all read ones that match. */
  archiveReadNotifications: MatchingCall
  /** Deletes all that match for good, archived and snoozed ones too. */
  deleteAllNotifications: MatchingCall
  /** Marks all that match as seen, or those with the ids. */
  seeNotifications(subscriberId: string, matching?: SeenBody, call?: CallOptions): Promise<void>
}

/** @throws RequestError if the filters are invalid. */
const encodeFilters = (filters: unknown): { filters: string } => {
  const { error } = notificationFilters.safeParse(filters)
  if (error) throw new RequestError('countNotifications', describeIssues(error.issues, filters))
  return { filters: JSON.stringify(filters) }
}

/** @throws RequestError if no URL can contain the id. */
const pathOf = (task: keyof typeof triageOperations, id: unknown): string => {
  if (!isAddressable(id)) throw new RequestError(task, [{ field: 'id', message: idRule }])
  return notificationPath(triageOperations[task].path, id)
}

/** The calls of the operations on notifications. */
export const notificationCalls = (send: Send): NotificationCalls => {
  const callOf = ([name, operation]: [string, Operation]) => {
    const task = name as keyof typeof triageOperations
    const guarded = guardOperation(operation)
    const call = async (subscriberId: string, path: string, [input, options]: readonly unknown[]) =>
      send(
        task,
        { ...guarded, path },
        {
          subscriberId,
          ...(operation.body && { body: input ?? {} }),
          ...(operation.query && { query: (task === 'countNotifications' ? encodeFilters(input) : input) as object }),
          call: (operation.body || operation.query ? options : input) as CallOptions | undefined,
        },
      )
    return operation.path.includes('{id}')
      ? [
          name,
          async (subscriberId: string, id: string, ...rest: unknown[]) => call(subscriberId, pathOf(task, id), rest),
        ]
      : [name, async (subscriberId: string, ...rest: unknown[]) => call(subscriberId, operation.path, rest)]
  }
  return Object.fromEntries(Object.entries<Operation>(triageOperations).map(callOf)) as NotificationCalls
}
