const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** The scheme of a URL, by RFC 3986: it precedes the first `/`, `?` or `#`. */
const leadingScheme = /^[a-z][a-z0-9+.-]*:/i

/**
 * White space, control characters and the invisible characters of Unicode. Browsers remove some of them while they
 * parse a URL ("java\nscript:", "/\t/host"), and users can't see any.
 */
const hidden = /[\p{DI}\p{Z}\p{Cc}\p{Cf}\p{Cs}\u2800\ufff0-\uffff]/u

/**
 * Decides whether the URL of a notification may become a link.
 *
 * It allows http(s), mailto and tel, and a path, query or fragment of this site (`/x`, `?x`, `#x`). It rejects
 * everything else: other schemes in any disguise, another host without a scheme (`//host`, `/\host`), user names before
 * a host (`https://bank.example@evil.example`), white space and invisible characters inside.
 *
 * @param url a notification's `cta.data.url`. White space around it is removed.
 * @returns a value for `href`. Undefined if the URL is unsafe: show text without a link.
 */
export const safeUrl = (url: string | null | undefined): string | undefined => {
  const address = url?.trim()
  if (address === undefined || hidden.test(address) || address.includes('\\')) return undefined
  if (/^[?#]/.test(address)) return address
  if (address.startsWith('/')) return address.startsWith('//') ? undefined : address
  const scheme = leadingScheme.exec(address)?.[0].toLowerCase()
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
  return new URL(href).origin === globalThis.location?.origin
    ? { href }
    : { href, target: '_blank', rel: 'noopener noreferrer' }
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
