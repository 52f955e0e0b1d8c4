import { safeUrl, schemeOf } from '../../content/safeUrl.ts'

/** A longer scheme is a text of the payload. */
const longestScheme = 20

/** Warns if inboxes ignore an address. The line has only its scheme: the rest may be private, and differ each time. */
export const warnOfAddress = (
  address: string | null | undefined,
  place: string,
  warn: (line: string) => void,
): void => {
  if (!address?.trim() || safeUrl(address) !== undefined) return
  const scheme = schemeOf(address)?.slice(0, longestScheme) ?? 'none'
  warn(
    `The inbox ignores the address of ${place}, because it is unsafe or incomplete (scheme: ${scheme}). ` +
      'Use http, https, mailto or tel, or a path of your site such as /orders/7, without control characters, and ' +
      'without a user name or spaces in the host.',
  )
}
