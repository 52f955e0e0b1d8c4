import { type ProxyOperationName, proxyOperations } from '../contract/extensions/proxyOperations.ts'
import { subscriberOperations } from '../contract/extensions/subscriberOperations.ts'
import { livePath } from '../contract/live/liveStream.ts'
import { matchOperation, withoutExtraSlashes } from '../contract/matchOperation.ts'
import { ErrorResponse } from './ErrorResponse.ts'

/** A request that the test service received. */
export interface ReceivedRequest {
  /** The operation of the inbox. */
  operation: ProxyOperationName
  /** The subscriber in the path, decoded. */
  subscriberId: string
  /** The id of the notification in the path, decoded. undefined if the path has none. */
  id?: string
  /** The query parameters, decoded. Of a repeated one, the last value. */
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
export type RouteName = ProxyOperationName | 'live'

const live = { live: { method: 'GET' as const, ...livePath } }
const allRoutes = { ...proxyOperations, ...live }

/** What a request is for, and the ids in its path. */
export interface Route {
  operation: RouteName
  subscriberId: string
  id?: string
}

/**
 * @param isLive whether the service has a stream of hints.
 * @param triage whether notifications can be archived, snoozed and deleted.
 */
export const findRoute = (
  { method, url }: Request,
  { isLive, triage }: { isLive: boolean; triage: boolean },
): Route => {
  const { pathname } = new URL(url)
  const path = withoutExtraSlashes(pathname).replace(basePath, '')
  const table = { ...(triage ? proxyOperations : subscriberOperations), ...(isLive && live) }
  const { name, allow, subscriberId, ...found } = matchOperation<RouteName>(table as typeof allRoutes, method, path)
  if (allow.length === 0) throw new ErrorResponse(404, `${method} ${pathname} is not an operation of the interface.`)
  if (!name) {
    const allowed = allow.join(', ')
    throw new ErrorResponse(405, `${pathname} allows ${allowed}, not ${method}.`, { headers: { allow: allowed } })
  }
  const read = (what: string, id: string | undefined) => {
    if (id === undefined) throw new ErrorResponse(400, `The ${what} id in the path is not percent-encoded UTF-8.`)
    return id
  }
  return {
    operation: name,
    subscriberId: read('subscriber', subscriberId),
    ...('id' in found && { id: read('notification', found.id) }),
  }
}

/** An operation without a body may be sent without one. */
export const readBody = async (request: Request, operation: ProxyOperationName): Promise<unknown> => {
  const text = request.method === 'GET' ? '' : await request.text()
  if (text === '' && !('body' in proxyOperations[operation])) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new ErrorResponse(400, 'The body is not JSON in UTF-8.')
  }
}
