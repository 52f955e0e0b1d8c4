/**
 * A number as a locale writes it: "1,204"; past the maximum "99+".
 * @param locale BCP 47. Undefined: the reader's own.
 */
export const formatCount = (count: number, locale: string | undefined, max = Infinity): string => {
  const number = new Intl.NumberFormat(locale)
  return count > max ? `${number.format(max)}+` : number.format(count)
}
