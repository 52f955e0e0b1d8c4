const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** What a scheme must look like before the first of `/`, `?`, `#` (RFC 3986, 3.1). */
const absolute = /^([a-z][a-z0-9+.-]*:)(.*)$/i

/**
 * White space, control characters and the invisible marks of Unicode: browsers drop some of them while they read
 * an address ("java\nscript:", "/\t/host"), and readers can't see any.
 */
const hidden =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0020\u007f-\u00a0\u00ad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff0-\uffff]/

/**
 * Decides whether an address that came with a notification may become a link ("Safety").
 *
 * Allowed are http(s), mailto and tel, and a path, query or fragment of this site (`/x`, `?x`, `#x`). Refused is
 * everything else: other schemes in any disguise, another host without a scheme (`//host`, `/\host`), user names
 * in front of a host (`https://bank.example@evil.example`), white space and invisible characters inside.
 *
 * @param url of `cta.data.url` (2.5). White space around it is dropped.
 * @returns what `href` may take, or undefined: then show text, no link.
 */
export const safeUrl = (url: string | null | undefined): string | undefined => {
  const address = url?.trim()
  if (address === undefined || address === '' || hidden.test(address) || address.includes('\\')) return undefined
  if (/^[?#]/.test(address)) return address
  if (address.startsWith('/')) return address.startsWith('//') ? undefined : address
  const [, scheme, rest] = absolute.exec(address) ?? []
  if (scheme === undefined || rest === undefined || !schemes.has(scheme.toLowerCase())) return undefined
  if (!scheme.toLowerCase().startsWith('http')) return rest === '' ? undefined : address
  // "https:/x" and "https:x" are read as paths of this site or as hosts, depending on the page: never what was meant.
  if (!/^\/\/[^/]/.test(rest)) return undefined
  const parsed = URL.canParse(address) ? new URL(address) : undefined
  return parsed === undefined || parsed.username !== '' || parsed.password !== '' ? undefined : address
}

/** The attributes of a link to an address that safeUrl let through. */
interface LinkTarget {
  href: string
  target?: '_blank'
  rel?: string
}

/**
 * A link inside this site, to mail or to a telephone opens here. One to another site opens in a new tab, so that its
 * reader does not lose the application, and tells that site nothing about this one.
 */
export const linkTarget = (href: string): LinkTarget => {
  if (!/^https?:/i.test(href)) return { href }
  const here = typeof location === 'undefined' ? undefined : location.origin
  return new URL(href).origin === here ? { href } : { href, target: '_blank', rel: 'noopener noreferrer' }
}

/** Where a notification leads, by its `cta` (2.5). Undefined where it leads nowhere, or nowhere of its own ("#top"). */
export const pageOf = (url: string | null | undefined, here: URL): URL | undefined => {
  const address = safeUrl(url)
  if (address === undefined || /^[?#]/.test(address) || !URL.canParse(address, here)) return undefined
  return new URL(address, here)
}

/** Whether two addresses are of one page: the same site, path and query. What follows "#" is a place on it. */
export const isSamePageUrl = (one: URL, other: URL): boolean =>
  one.origin === other.origin && one.pathname === other.pathname && one.search === other.search
