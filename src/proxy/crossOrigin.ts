import { Refusal } from './refusal.ts'

/**
 * Lets a request through only from a page of this origin, so that no other site can make a reader's browser send one
 * along with the reader's cookies. Reads too: what another site can't read it could still measure.
 *
 * The browser's own word (`Sec-Fetch-Site`) counts first. Where it is missing (old browsers, plain http) the
 * `Origin` must be this host. A request with neither is no write of another site's page (and a read of one, by a
 * browser that old, can't be seen by that page). Forwarded headers are not asked: anyone can send them.
 *
 * @param allowedOrigins further origins to trust.
 * @throws Refusal 403.
 */
export const refuseCrossSite = (request: Request, allowedOrigins: ReadonlySet<string>): void => {
  const origin = request.headers.get('origin')
  if (origin !== null && allowedOrigins.has(origin)) return
  const site = request.headers.get('sec-fetch-site')
  if (site === 'same-origin' || site === 'none') return
  if (site === null && (origin === null || isOwn(origin, new URL(request.url)))) return
  throw new Refusal(
    403,
    'This request comes from another site, so the proxy rejected it. ' +
      'If that site is yours, add its origin to allowedOrigins.',
  )
}

/** By host alone: behind a server that ends TLS the page is https and the request http. Never the other way round. */
const isOwn = (origin: string, own: URL): boolean => {
  if (!URL.canParse(origin)) return false
  const { host, protocol } = new URL(origin)
  return host === own.host && (protocol === 'https:' || protocol === own.protocol)
}

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
