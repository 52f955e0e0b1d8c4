/**
 * The text of a badge: "3", or "99+" past the maximum.
 * @param locale default: the reader's own.
 */
export const formatCount = (count: number, max: number, locale?: string): string => {
  const number = new Intl.NumberFormat(locale)
  return count > max ? `${number.format(max)}+` : number.format(count)
}
