import { operations, type OperationName } from '../../contract/operations.ts'
import { HttpError } from './HttpError.ts'

/** The operation that a request asks for. */
export interface Route {
  name: OperationName
  /** Decoded; empty where the path names none. */
  subscriberId: string
}

const routes = (Object.keys(operations) as OperationName[]).map((name) => ({
  name,
  method: operations[name].method,
  pattern: new RegExp(`^${operations[name].path.replace('{subscriberId}', '([^/]+)')}$`),
}))

/**
 * Finds the operation of a request in the one table of operations.
 * @throws HttpError 404 for an unknown path, 405 with `Allow` for another method, 400 for an id that is not
 * percent-encoded UTF-8.
 */
export const matchRoute = (method: string, pathname: string): Route => {
  const here = routes.filter(({ pattern }) => pattern.test(pathname))
  if (here.length === 0) throw new HttpError(404, `${method} ${pathname} is not an operation of the interface.`)
  const route = here.find((candidate) => candidate.method === method)
  if (!route) {
    const allow = here.map((candidate) => candidate.method).join(', ')
    throw new HttpError(405, `${pathname} allows ${allow}, not ${method}.`, { headers: { allow } })
  }
  return { name: route.name, subscriberId: decode(route.pattern.exec(pathname)?.[1] ?? '') }
}

const decode = (segment: string): string => {
  let text: string
  try {
    text = decodeURIComponent(segment)
  } catch {
    throw new HttpError(400, 'The subscriber id in the path is not percent-encoded UTF-8.')
  }
  // No stored id holds one, and PostgreSQL would refuse even to look for it.
  if (text.includes('\0')) throw new HttpError(400, 'The subscriber id in the path must not contain a NUL character.')
  return text
}
