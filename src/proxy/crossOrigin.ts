import { Refusal } from './refusal.ts'

/** What a page of another origin may read of an answer's headers, besides the few that each may. */
const readable = 'date, retry-after, x-request-id'

/** For how long a browser may keep a preflight's answer, in seconds. Chrome keeps none for longer. */
const preflightAge = '7200'

/** A browser asks before it lets a page of another origin send a request. */
export const isPreflight = (request: Request): boolean =>
  request.method === 'OPTIONS' && request.headers.has('origin') && request.headers.has('access-control-request-method')

/**
 * Lets the page of an origin that the host has named read an answer, a refusal too. The origin is answered as it was
 * compared, as a whole: never "*", which browsers refuse where cookies travel.
 */
export const allowOrigin = (response: Response, request: Request, allowedOrigins: ReadonlySet<string>): Response => {
  const origin = request.headers.get('origin')
  if (origin === null || !allowedOrigins.has(origin)) return response
  response.headers.set('access-control-allow-origin', origin)
  response.headers.set('access-control-allow-credentials', 'true')
  response.headers.set('access-control-expose-headers', readable)
  return response
}

/**
 * Answers a preflight. Which headers a page of the host's own sends (a token, a hash) is the host's affair: those that
 * it asks for are allowed.
 * @param methods what the address takes: "GET".
 * @throws Refusal 403 for an origin that the host has not named.
 */
export const answerPreflight = (
  request: Request,
  methods: readonly string[],
  allowedOrigins: ReadonlySet<string>,
): Response => {
  if (!allowedOrigins.has(request.headers.get('origin') ?? ''))
    throw new Refusal(403, 'Pages of this origin are not allowed. If they are yours, add the origin to allowedOrigins.')
  const wanted = request.headers.get('access-control-request-headers')
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': methods.join(', '),
      ...(wanted !== null && { 'access-control-allow-headers': wanted }),
      'access-control-max-age': preflightAge,
      vary: 'origin, access-control-request-method, access-control-request-headers',
    },
  })
}
