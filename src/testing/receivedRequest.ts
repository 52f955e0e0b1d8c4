import { type InboxOperationName, inboxOperations } from '../contract/inboxOperations.ts'
import { Refusal } from './Refusal.ts'

/** A request that the test service received. */
export interface ReceivedRequest {
  /** The operation of the inbox. */
  operation: InboxOperationName
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

const routes = (Object.keys(inboxOperations) as InboxOperationName[]).map((operation) => ({
  operation,
  method: inboxOperations[operation].method,
  // Any prefix matches, such as the app's route "/api/inbox".
  pattern: new RegExp(`${inboxOperations[operation].path.replace('{subscriberId}', '([^/]+)')}$`),
}))

/** Finds the operation and the subscriber of a request. */
export const findOperation = ({ method, url }: Request): Pick<ReceivedRequest, 'operation' | 'subscriberId'> => {
  const { pathname } = new URL(url)
  const here = routes.filter(({ pattern }) => pattern.test(pathname))
  const route = here.find((candidate) => candidate.method === method)
  if (route) return { operation: route.operation, subscriberId: decode(route.pattern.exec(pathname)?.[1] ?? '') }
  const allow = here.map((candidate) => candidate.method).join(', ')
  throw allow === ''
    ? new Refusal(404, `${method} ${pathname} is not an operation of the interface.`)
    : new Refusal(405, `${pathname} allows ${allow}, not ${method}.`, { headers: { allow } })
}

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new Refusal(400, 'The subscriber id in the path is not percent-encoded UTF-8.')
  }
}

/** Reads the body of a request as JSON. */
export const readBody = async (request: Request): Promise<unknown> => {
  if (request.method === 'GET') return undefined
  try {
    return JSON.parse(await request.text())
  } catch {
    throw new Refusal(400, 'The body is not JSON in UTF-8.')
  }
}
