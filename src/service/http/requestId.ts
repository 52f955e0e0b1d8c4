import { randomUUID } from 'node:crypto'

/** The header of a request's id. Proxies and load balancers use the same. */
const requestIdHeader = 'x-request-id'

/** The id that the caller gave the request, or a new one. An id that could forge a line of the log is not used. */
export const requestIdOf = ({ headers }: Request): string => {
  const given = headers.get(requestIdHeader)
  return given !== null && /^[\w.:/+=@-]{1,128}$/.test(given) ? given : randomUUID()
}

/** Adds the id of the request to its response. */
export const withRequestId = (response: Response, id: string): Response => {
  response.headers.set(requestIdHeader, id)
  return response
}
