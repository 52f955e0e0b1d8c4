import { clocks } from '../../client/clock.ts'
import type { Send } from '../../client/createSend.ts'
import { type HttpError, isHttpError } from '../../client/errors/HttpError.ts'
import { RequestError } from '../../client/errors/RequestError.ts'
import { guardOperation, guardOperations } from '../../client/guardOperations.ts'
import type { RequestInput } from '../../client/prepareRequest.ts'
import { sleep } from '../../client/sleep.ts'
import type { BatchBody } from '../../contract/extensions/notificationChanges.ts'
import type { NotificationV2 } from '../../contract/extensions/notificationV2.ts'
import { triageOperations } from '../../contract/extensions/triageOperations.ts'
import type { FieldIssue } from '../../contract/fieldIssues.ts'
import { isAddressable, notificationPath } from '../../contract/operation.ts'
import { lacksOperation, lacksSubscriberOperation } from '../notFound.ts'
import { scopeKey } from '../scopeKey.ts'

/** A batch of the subscriber who is signed in. */
interface BatchRequest extends RequestInput {
  subscriberId: string
}

/**
 * Changes notifications by their ids, and resolves to those that the service returned after the change: it may return
 * none of the deleted ones.
 */
export type ChangeBatch = (request: BatchRequest) => Promise<NotificationV2[]>

const operation = guardOperation(triageOperations.batchNotifications)

const stepNames = {
  archive: 'archiveNotification',
  unarchive: 'unarchiveNotification',
  snooze: 'snoozeNotification',
  unsnooze: 'unsnoozeNotification',
  delete: 'deleteNotification',
} as const satisfies Record<BatchBody['action'], keyof typeof triageOperations>

const steps = guardOperations(triageOperations)

/** The shortest wait after a 429, in milliseconds: `Retry-After` may be 0. */
const shortestWait = 250

/**
 * Sends a batch as one request. A service that lacks the operation gets a request for each id, one after the other, on
 * the path of that notification. Ids never go to the operations that change all notifications: a service that ignores
 * the field would archive or delete the whole inbox.
 *
 * @param timeout the maximum duration of all requests of a batch, in milliseconds.
 */
export const createChangeBatch = (send: Send, timeout: number): ChangeBatch => {
  let isMissing = false

  return async (request) => {
    const deadline = clocks.monotonic() + timeout
    if (!isMissing)
      try {
        return await send('batchNotifications', operation, request)
      } catch (error) {
        if (!lacksSubscriberOperation(error)) throw error
        isMissing = true
      }
    const { action, notificationIds, snoozeUntil } = checkBody(request.body)
    const results: NotificationV2[] = []
    for (const id of new Set(notificationIds)) {
      // No URL can contain it, so it is no id of the service.
      if (!isAddressable(id)) continue
      const result = await changeOne(send, stepNames[action], { ...request, id, snoozeUntil, deadline })
      if (result) results.push(result)
    }
    return results
  }
}

/** @throws RequestError for an invalid body. */
const checkBody = (body: unknown): BatchBody => {
  const issues: FieldIssue[] = []
  const checked = operation.body?.(body, issues)
  if (issues.length > 0) throw new RequestError('batchNotifications', issues)
  return checked as BatchBody
}

interface OneRequest extends BatchRequest {
  id: string
  snoozeUntil: string | undefined
  /** By the monotonic clock. */
  deadline: number
}

/**
 * Changes one notification. After a 429 it waits as long as the service requests, if that is before the deadline.
 * @returns undefined for a deleted notification, and for one that the subscriber does not have.
 */
const changeOne = async (
  send: Send,
  name: (typeof stepNames)[keyof typeof stepNames],
  { id, snoozeUntil, deadline, subscriberId, requestId, call = {} }: OneRequest,
): Promise<NotificationV2 | undefined> => {
  const step = { ...steps[name], path: notificationPath(steps[name].path, id) }
  const body = snoozeUntil === undefined ? undefined : { snoozeUntil }
  for (let attempt = 1; ; attempt++) {
    // The service stores the response to a key. With the key of the batch, each id would get the response to the first.
    const idempotencyKey =
      call.idempotencyKey && (await scopeKey(subscriberId, `${name} ${attempt} ${id}`, call.idempotencyKey))
    try {
      const left = Math.max(1, deadline - clocks.monotonic())
      const result = await send<NotificationV2 | void>(name, step, {
        subscriberId,
        requestId,
        body,
        call: { ...call, idempotencyKey, timeout: left },
      })
      return result ?? undefined
    } catch (error) {
      if (isHttpError(error) && error.status === 404 && !lacksOperation(error)) return undefined
      if (!isBusy(error)) throw error
      const wait = Math.max(shortestWait, error.retryAfter)
      // The browser's client repeats the whole batch.
      if (wait >= deadline - clocks.monotonic()) throw error
      await sleep(wait, call.signal)
      call.signal?.throwIfAborted()
    }
  }
}

const isBusy = (error: unknown): error is HttpError & { retryAfter: number } =>
  isHttpError(error) && error.status === 429 && error.retryAfter !== undefined
