import { errorPage } from '../client/errors/errorCode.ts'
import { pageHeader } from '../contract/operation.ts'
import { quote, Refusal } from './refusal.ts'

/**
 * Rejects requests from pages of other origins, so that no other site can make a user's browser send one with the
 * user's cookies. Reads are rejected too: another site can't read their response, but could measure it.
 *
 * `Sec-Fetch-Site` decides, which only the browser sets. Without it (old browsers, plain http), the `Origin` must be
 * this host. A request with neither is not a write by a page of another site. (It can be a read by one, in an old
 * browser, which does not show that page the response.) Forwarded headers are ignored, since any client can send them.
 *
 * A server in front may have replaced the host. So a write with `pageHeader` is accepted too: a page of another origin
 * can't send that header without a preflight, which only `answerPreflight` answers. Its body must be JSON besides.
 *
 * @param allowedOrigins further origins to trust.
 * @param writes whether the request changes data.
 * @returns a text for the log, if only `pageHeader` proved that the page is none of another site.
 * @throws Refusal 403.
 */
export const refuseCrossSite = (
  request: Request,
  allowedOrigins: ReadonlySet<string>,
  writes: boolean,
): string | undefined => {
  const origin = request.headers.get('origin')
  if (origin !== null && allowedOrigins.has(origin)) return undefined
  const site = request.headers.get('sec-fetch-site')
  if (site === 'same-origin' || site === 'none') return undefined
  if (site === null && (origin === null || isOwn(origin, request))) return undefined
  if (site === null && writes && isWebOrigin(origin) && request.headers.has(pageHeader)) return mismatch(request)
  throw new Refusal(
    403,
    'This request comes from another site, so the proxy rejected it. ' +
      'If that site is yours, add its origin to allowedOrigins.',
    { log: mismatch(request) },
  )
}

/** Not "null" (a sandboxed frame), and no extension of the browser. */
const isWebOrigin = (origin: string | null) => /^https?:\/\//.test(origin ?? '')

/**
 * Compares hosts only: behind a server that terminates TLS, the page is https and the request http. Never the reverse.
 * Some frameworks put a host of their own into the URL.
 */
const isOwn = (origin: string, request: Request): boolean => {
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  const own = new URL(request.url)
  return (
    (page.host === own.host || page.host === request.headers.get('host')) &&
    (page.protocol === 'https:' || page.protocol === own.protocol)
  )
}

/** Describes for the log how the origin and the host differ, with the cure. */
const mismatch = ({ headers, url }: Request): string => {
  const site = headers.get('sec-fetch-site')
  const [found, cure] =
    site === null
      ? ['', 'let the server in front pass on the Host header, or ']
      : [` (Sec-Fetch-Site: ${quote(site)})`, '']
  const host = headers.get('host') ?? new URL(url).host
  return (
    `the page's origin is ${quote(headers.get('origin'))}, and the Host of the request ${quote(host)}${found}. ` +
    `If the page is yours, ${cure}add the origin to allowedOrigins. See ${errorPage('TIDINGS_105')}`
  )
}

/** The response headers that a page of another origin may read, in addition to the CORS-safelisted ones. */
const readable = 'date, retry-after, x-request-id'

/** How long a browser may cache a preflight's response, in seconds: the maximum of Chrome. */
const preflightAge = '7200'

/** Whether a request is a preflight: a browser's request for permission before a cross-origin request. */
export const isPreflight = (request: Request): boolean =>
  request.method === 'OPTIONS' && request.headers.has('origin') && request.headers.has('access-control-request-method')

/**
 * Allows pages of `allowedOrigins` to read a response, also that of an error. The header repeats the whole origin,
 * never "*": browsers reject that for requests with cookies.
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
 * Responds to a preflight. It allows all headers that the preflight requests: the host app decides which ones its pages
 * send (a token, a hash).
 * @param methods methods that the path allows: "GET".
 * @throws Refusal 403 for an origin that is not in `allowedOrigins`.
 */
export const answerPreflight = (
  request: Request,
  methods: readonly string[],
  allowedOrigins: ReadonlySet<string>,
): Response => {
  if (!allowedOrigins.has(request.headers.get('origin') ?? ''))
    throw new Refusal(
      403,
      'Pages of this origin are not allowed. If they are yours, add the origin to allowedOrigins.',
      { log: mismatch(request) },
    )
  const requested = request.headers.get('access-control-request-headers')
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': methods.join(', '),
      ...(requested !== null && { 'access-control-allow-headers': requested }),
      'access-control-max-age': preflightAge,
      vary: 'origin, access-control-request-method, access-control-request-headers',
    },
  })
}
