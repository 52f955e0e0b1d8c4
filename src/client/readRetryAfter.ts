/**
 * Reads the `Retry-After` of a response: seconds, or an HTTP date.
 * @param now milliseconds since 1970, for a response without a `Date`. A `Retry-After` date is compared with the
 * server's clock, since this machine's may be wrong by hours.
 * @returns milliseconds. Undefined if the header is missing or invalid.
 */
export const readRetryAfter = (headers: Headers, now: number): number | undefined => {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  // Date.parse accepts almost any text ("-1", "soon 3"). Only the date formats of HTTP begin with the name of a day.
  const then = /^[a-z]{3,9},? /i.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(then)) return undefined
  const date = Date.parse(headers.get('date') ?? '')
  return Math.max(0, then - (Number.isNaN(date) ? now : date))
}
