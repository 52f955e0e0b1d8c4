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
