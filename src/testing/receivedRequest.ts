import { type InboxOperationName, inboxOperations } from '../contract/inboxOperations.ts'
import { Refusal } from './Refusal.ts'

/** A request that the test service received. */
export interface ReceivedRequest {
  /** Which of the four inbox operations was asked for. */
  operation: InboxOperationName
  /** Of the path, decoded. */
  subscriberId: string
  /** Of the address, each name once, decoded. */
  query: Record<string, string>
  /** The JSON of the body; undefined where there is none. */
  body: unknown
  /** All that came with it. */
  headers: Headers
  /** By which a repeated mark is known; null where none was sent. */
  idempotencyKey: string | null
  /** Whether it outlives its page: marks that leave with a closing one do. */
  keepalive: boolean
}

const routes = (Object.keys(inboxOperations) as InboxOperationName[]).map((operation) => ({
  operation,
  method: inboxOperations[operation].method,
  // Anything may stand in front: a page reaches the operations below its own route, such as "/api/inbox".
  pattern: new RegExp(`${inboxOperations[operation].path.replace('{subscriberId}', '([^/]+)')}$`),
}))

/** Finds the operation that a request asks for, and whose inbox. */
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
