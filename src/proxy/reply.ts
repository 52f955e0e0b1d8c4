import type { ErrorBody } from '../contract/errorBody.ts'
import { subscriberHashHeader } from '../contract/subscriberHash.ts'
import type { Refusal } from './refusal.ts'

/** Enough to see what is wrong; a body of a thousand wrong fields does not get a thousand lines back. */
const mostFields = 20

/** An answer of the proxy. Its headers are the proxy's own: none of the service's passes. */
export const reply = (
  status: number,
  body: unknown,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'cache-control': 'private, no-store',
      vary: `origin, cookie, authorization, ${subscriberHashHeader}`,
      // No page of another site gets to hold it, not even as an image or a script that it can't read.
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
    },
  })

/** A refusal in the service's own form, so that one reader of errors reads both. */
export const replyRefusal = (
  { status, message, fields, headers, code }: Refusal,
  path: string,
  requestId: string,
): Response => {
  const body: ErrorBody = {
    statusCode: status,
    timestamp: new Date().toISOString(),
    path,
    message,
    ...(code !== undefined && { code }),
  }
  if (fields.length > 0) body.errors = byField(fields.slice(0, mostFields))
  return reply(status, body, requestId, headers)
}

const byField = (fields: Refusal['fields']): NonNullable<ErrorBody['errors']> =>
  Object.fromEntries(
    fields.map(({ field }) => [
      field,
      { messages: fields.filter((other) => other.field === field).map(({ message }) => message) },
    ]),
  )
