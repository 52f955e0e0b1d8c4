import { isHttpError } from '../client/errors/HttpError.ts'
import type { ErrorBody } from '../contract/errorBody.ts'

const messageOf = (body: ErrorBody | undefined) => (body?.message === undefined ? undefined : String(body.message))

/** Servers name the path that they do not have: "Cannot POST /v2/subscribers/pia/notifications/batch". */
const path = /\S*\/v\d\/subscribers\/\S*/

/**
 * Whether the service does not know the subscriber: a new user who opens the inbox before their first notification.
 * Other services than production respond with 404. Production responds with 400, as to any invalid request.
 */
export const isUnknownSubscriber = (error: unknown): boolean => {
  const message = isHttpError(error) && messageOf(error.body)
  if (!isHttpError(error) || typeof message !== 'string') return false
  return error.status === 404 || (error.status === 400 && /subscriber/i.test(message))
}

/**
 * Whether the service lacks the operation: 405, 501, or a 404 that is about the path. Any other 404 is about the
 * subscriber or the notification.
 */
export const lacksOperation = (error: unknown): boolean => {
  if (!isHttpError(error)) return false
  const message = messageOf(error.body)
  return [405, 501].includes(error.status) || (error.status === 404 && (message === undefined || path.test(message)))
}

/**
 * Whether the service lacks an operation whose path names no notification: a 404 that is not about the subscriber is
 * about the path.
 */
export const lacksSubscriberOperation = (error: unknown): boolean =>
  lacksOperation(error) ||
  (isHttpError(error) && error.status === 404 && !/subscriber/i.test(messageOf(error.body) ?? ''))
