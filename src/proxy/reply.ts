import { clocks } from '../client/clock.ts'
import type { ErrorBody } from '../contract/errorBody.ts'
import { requestIdHeader } from '../contract/extensions/requestId.ts'
import { subscriberHashHeader } from '../contract/subscriberHash.ts'
import { textResponse } from '../node/textResponse.ts'
import type { Refusal } from './refusal.ts'

/** The maximum number of fields in an error body. A thousand invalid fields must not produce a thousand lines. */
const maxFields = 20

/** The headers of every response with data of a subscriber. */
export const commonHeaders = (requestId: string): Record<string, string> => ({
  vary: `origin, cookie, authorization, ${subscriberHashHeader}`,
  // Pages of other sites can't load it, not even as an image or a script.
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  [requestIdHeader]: requestId,
})

/** A response of the proxy, without any header of the service. One with the status 204 has no body. */
export const reply = (
  status: number,
  body: unknown,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Response => {
  const shared = { ...headers, ...commonHeaders(requestId), 'cache-control': 'private, no-store' }
  return status === 204
    ? new Response(null, { status, headers: shared })
    : textResponse(JSON.stringify(body), { status, headers: { ...shared, 'content-type': 'application/json' } })
}

/** An error response in the service's form, so that clients read both alike. */
export const replyRefusal = (
  { status, message, fields, headers, code }: Refusal,
  path: string,
  requestId: string,
): Response => {
  const body: ErrorBody = {
    statusCode: status,
    timestamp: new Date(clocks.now()).toISOString(),
    path,
    message,
    ...(code !== undefined && { code }),
  }
  if (fields.length > 0) body.errors = byField(fields.slice(0, maxFields))
  return reply(status, body, requestId, headers)
}

const byField = (fields: Refusal['fields']): NonNullable<ErrorBody['errors']> =>
  Object.fromEntries(
    fields.map(({ field }) => [
      field,
      { messages: fields.filter((other) => other.field === field).map(({ message }) => message) },
    ]),
  )
