/**
 * The origin of this browser page. A frame with `srcdoc` and an empty one belong to the site around them, although
 * their address has no origin. Undefined without a browser page.
 */
export const siteOrigin = (): string | undefined => {
  const origin = globalThis.location?.origin
  return origin === 'null' ? globalThis.origin : origin
}
