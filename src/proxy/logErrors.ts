import { isHttpError } from '../client/errors/HttpError.ts'
import { isTidingsError } from '../client/errors/TidingsError.ts'
import type { InboxProxyOptions } from './inboxProxyOptions.ts'

/** What makes one error another one. Without the message, which may hold the id of a request. */
const kindOf = (error: unknown): string =>
  isTidingsError(error)
    ? [error.code, isHttpError(error) && error.status, error.cause].map(String).join(' ')
    : String(error)

/** As many kinds are remembered: an error may have another text each time. */
const most = 100

/**
 * Makes the `onError` of a proxy that was given none. A key that the service refuses would otherwise show as nothing but 502s in
 * the readers' browsers. Each kind of error is told once in full, and then in a line: readers' pages ask again.
 */
export const logErrors = (): NonNullable<InboxProxyOptions['onError']> => {
  const told = new Set<string>()
  return (error, { requestId, operation }) => {
    const kind = kindOf(error)
    const isKnown = told.has(kind)
    if (told.size >= most) told.clear()
    told.add(kind)
    // oxlint-disable-next-line no-console -- the host gave no other place for it
    console.error(
      `tidings proxy, request ${requestId}${operation === undefined ? '' : `, ${operation}`}:`,
      isKnown ? `again ${isTidingsError(error) ? error.code : kind}` : error,
    )
  }
}
