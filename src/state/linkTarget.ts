/** The attributes of a link to an address that safeUrl let through. */
export interface LinkTarget {
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
