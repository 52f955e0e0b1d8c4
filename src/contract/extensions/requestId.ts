/** The header of a request's id. Load balancers and gateways use the same. */
export const requestIdHeader = 'x-request-id'

/** The id that the caller gave the request, or a new one. An id that could forge a line of a log is not used. */
export const requestIdOf = ({ headers }: Request): string => {
  const given = headers.get(requestIdHeader)
  return given !== null && /^[\w.:/+=@-]{1,128}$/.test(given) ? given : crypto.randomUUID()
}
