import { siteOrigin } from '../contract/inbox/siteOrigin.ts'

const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** The scheme of a URL, by RFC 3986: it precedes the first `/`, `?` or `#`. */
const leadingScheme = /^[a-z][a-z0-9+.-]*:/i

/** The scheme of an address, in lower case: "https:". Undefined for paths, queries and fragments. */
export const schemeOf = (address: string): string | undefined => leadingScheme.exec(address.trim())?.[0].toLowerCase()

/**
 * Control characters, line ends, halves of a character, and characters that change the direction of a text. Browsers
 * remove some of them while they parse a URL ("java\nscript:", "/\t/host"), and no address is meant to have any.
 */
const refused = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_C}\ufff0-\uffff]/u

/**
 * Spaces, and the other invisible characters of Unicode. Users can't see them in a host. Paths have them, such as "My
 * report.pdf" and emoji: percent-encoded, they are visible and mean the same.
 */
const hidden = /[\p{DI}\p{Zs}\p{Cf}\u2800]/gu

/** The scheme and host, the path, and the rest. It matches every text. */
const urlParts = /^((?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/?#]*)?)([^?#]*)(.*)$/is

const encodeIn = (text: string) => text.replace(hidden, encodeURIComponent)

/** Encodes what is hidden after the host. Browsers parse a backslash as a slash, but not in the query or fragment. */
const encodeHidden = (address: string): string => {
  const [, start = '', path = '', rest = ''] = urlParts.exec(address) ?? []
  return start + encodeIn(path) + encodeIn(rest).replaceAll('\\', '%5C')
}

/**
 * Decides whether the URL of a notification may become a link.
 *
 * It allows http(s), mailto and tel, and a path, query or fragment of this site (`/x`, `?x`, `#x`). It rejects
 * everything else: other schemes in any disguise, another host without a scheme (`//host`, `/\host`), user names before
 * a host (`https://bank.example@evil.example`), control characters, and spaces and invisible characters in a host.
 *
 * @param url a notification's `cta.data.url`. White space around it is removed.
 * @returns a value for `href`. Spaces and invisible characters after the host are percent-encoded. Undefined if the URL
 * is unsafe: show text without a link.
 */
export const safeUrl = (url: string | null | undefined): string | undefined => {
  const given = url?.trim()
  if (given === undefined || refused.test(given)) return undefined
  const address = encodeHidden(given)
  if (address.search(hidden) >= 0 || address.includes('\\')) return undefined
  if (/^[?#]/.test(address)) return address
  if (address.startsWith('/')) return address.startsWith('//') ? undefined : address
  const scheme = schemeOf(address)
  if (scheme === undefined || !schemes.has(scheme)) return undefined
  const rest = address.slice(scheme.length)
  if (!scheme.startsWith('http')) return rest === '' ? undefined : address
  // Depending on the page, browsers parse "https:/x" and "https:x" as paths of this site or as hosts. Neither was
  // meant.
  if (!/^\/\/[^/]/.test(rest)) return undefined
  if (!URL.canParse(address)) return undefined
  const { username, password } = new URL(address)
  return username + password === '' ? address : undefined
}

/** The attributes of a link to a URL that `safeUrl` allows. */
interface LinkTarget {
  href: string
  target?: '_blank'
  rel?: string
}

/**
 * Returns the attributes of a link. A link inside this site, to mail or to a phone opens in this tab. One to another
 * site opens in a new tab, so that the user does not lose the app, and reveals nothing about this site to it.
 */
export const linkTarget = (href: string): LinkTarget => {
  if (!/^https?:/i.test(href)) return { href }
  return new URL(href).origin === siteOrigin() ? { href } : { href, target: '_blank', rel: 'noopener noreferrer' }
}

/**
 * The path, query and fragment of a link inside this site, which the app's router can open. Undefined for another site,
 * for a mere fragment ("#top"), to which the browser scrolls, and for a path that a router would take for another host
 * ("//host").
 *
 * @param href a URL that `safeUrl` allows.
 * @param base the URL that relative ones refer to: `document.baseURI`.
 * @param origin the origin of this site.
 */
export const pathInSite = (href: string, base: string, origin: string | undefined): string | undefined => {
  if (href.startsWith('#') || !URL.canParse(href, base)) return undefined
  const url = new URL(href, base)
  const path = url.pathname + url.search + url.hash
  return url.origin === origin && /^\/(?!\/)/.test(path) ? path : undefined
}

/** The page that a notification links to. Undefined without a safe URL, and for a URL without its own path ("#top"). */
export const pageOf = (url: string | null | undefined, here: URL): URL | undefined => {
  const address = safeUrl(url)
  if (address === undefined || /^[?#]/.test(address) || !URL.canParse(address, here)) return undefined
  return new URL(address, here)
}

/** Whether two URLs are of the same page: the same origin, path and query. The fragment is a position on it. */
export const isSamePageUrl = (one: URL, other: URL): boolean =>
  one.origin === other.origin && one.pathname === other.pathname && one.search === other.search
