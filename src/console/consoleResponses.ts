/** Scripts, styles and requests of this server only. Notifications may show pictures of any address. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: http: https:; " +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'"

const commonHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Not "no-referrer": the forms would then have the origin "null".
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
}

/** A response that no other page can embed, read or keep. */
export const respondWith = (
  text: string,
  type: string,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response => new Response(text, { status, headers: { ...commonHeaders, 'content-type': type, ...headers } })

export const json = (value: unknown, status = 200): Response =>
  respondWith(JSON.stringify(value), 'application/json', { status })

export const refusal = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  respondWith(`${text}\n`, 'text/plain; charset=utf-8', { status, headers })

/** The response to a form: a relative address, because a server in front may have removed a part of the path. */
export const redirect = (location: string, headers: Record<string, string> = {}): Response =>
  new Response(null, { status: 303, headers: { ...commonHeaders, location, ...headers } })
