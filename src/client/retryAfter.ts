/**
 * How long an answer asks to wait, from its `Retry-After`: seconds, or an HTTP date.
 * @param now milliseconds since 1970, for an answer that does not tell its own time: a date is measured by the
 * clock of the server that wrote it, since the reader's may be wrong by hours.
 * @returns milliseconds, or undefined where the header is missing or unreadable.
 */
export const readRetryAfter = (headers: Headers, now: number): number | undefined => {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  // Date.parse reads almost anything ("-1", "soon 3") as some date: only the forms of HTTP begin with a day's name.
  const then = /^[a-z]{3,9},? /i.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(then)) return undefined
  const date = Date.parse(headers.get('date') ?? '')
  return Math.max(0, then - (Number.isNaN(date) ? now : date))
}
