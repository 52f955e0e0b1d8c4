import { safeUrl } from './safeUrl.ts'

/** Where a notification leads, by its `cta` (2.5). Undefined where it leads nowhere, or nowhere of its own ("#top"). */
export const pageOf = (url: string | null | undefined, here: URL): URL | undefined => {
  const address = safeUrl(url)
  if (address === undefined || /^[?#]/.test(address) || !URL.canParse(address, here)) return undefined
  return new URL(address, here)
}

/** Whether two addresses are of one page: the same site, path and query. What follows "#" is a place on it. */
export const isSamePage = (one: URL, other: URL): boolean =>
  one.origin === other.origin && one.pathname === other.pathname && one.search === other.search
