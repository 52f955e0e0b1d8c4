import { subscriberOperations, type SubscriberOperationName } from '../contract/extensions/subscriberOperations.ts'
import { livePath } from '../contract/live/liveStream.ts'
import { matchOperation, withoutExtraSlashes } from '../contract/matchOperation.ts'
import { ErrorResponse } from './ErrorResponse.ts'

/** A request that the test service received. */
export interface ReceivedRequest {
  /** The operation of the inbox. */
  operation: SubscriberOperationName
  /** The subscriber in the path, decoded. */
  subscriberId: string
  /** The query parameters, decoded. */
  query: Record<string, string>
  /** The parsed JSON body. undefined if there is none. */
  body: unknown
  /** All request headers. */
  headers: Headers
  /** The idempotency key of a mark. null if none was sent. */
  idempotencyKey: string | null
  /** Whether the request outlives its browser page. Marks sent while the page closes do. */
  keepalive: boolean
}

/** Any base path may precede the operation's own, such as "/api/inbox". */
const basePath = /^.*(?=\/v\d\/subscribers\/)/

/** What a request is for: an operation, or the stream of hints. */
export type RouteName = SubscriberOperationName | 'live'

const withLive = { ...subscriberOperations, live: { method: 'GET' as const, ...livePath } }

/** @param isLive whether the service has a stream of hints. */
export const findRoute = (
  { method, url }: Request,
  isLive: boolean,
): { operation: RouteName; subscriberId: string } => {
  const { pathname } = new URL(url)
  const path = withoutExtraSlashes(pathname).replace(basePath, '')
  const { name, allow, subscriberId } = isLive
    ? matchOperation(withLive, method, path)
    : matchOperation(subscriberOperations, method, path)
  if (allow.length === 0) throw new ErrorResponse(404, `${method} ${pathname} is not an operation of the interface.`)
  if (!name) {
    const allowed = allow.join(', ')
    throw new ErrorResponse(405, `${pathname} allows ${allowed}, not ${method}.`, { headers: { allow: allowed } })
  }
  if (subscriberId === undefined)
    throw new ErrorResponse(400, 'The subscriber id in the path is not percent-encoded UTF-8.')
  return { operation: name, subscriberId }
}

export const readBody = async (request: Request): Promise<unknown> => {
  if (request.method === 'GET') return undefined
  try {
    return JSON.parse(await request.text())
  } catch {
    throw new ErrorResponse(400, 'The body is not JSON in UTF-8.')
  }
}
