/**
 * Formats a number for a locale: "1,204", or "99+" above the maximum.
 * @param locale BCP 47. Undefined: the browser's.
 */
export const formatCount = (count: number, locale: string | undefined, max = Infinity): string => {
  const number = new Intl.NumberFormat(locale)
  return count > max ? `${number.format(max)}+` : number.format(count)
}

/** A text with a number. `count` selects the plural form. `shown` is the formatted number, such as "1,204" or "99+". */
export type CountLabel = (count: number, shown: string) => string

/**
 * Makes labels with a number, by the plural rules of one language. `#` is replaced by the number.
 *
 * ```ts
 * const count = createCountLabel<'one' | 'other'>('de')
 * const arrivals = count({ one: '# neue Benachrichtigung', other: '# neue Benachrichtigungen' })
 * ```
 *
 * `Category` lists the plural categories of the language, so that TypeScript requires a form for each.
 * @param locale BCP 47.
 */
export const createCountLabel = <Category extends Intl.LDMLPluralRule>(locale: string) => {
  const rules = new Intl.PluralRules(locale)
  return (forms: Record<Category | 'other', string>): CountLabel => {
    const formOf: Partial<Record<Intl.LDMLPluralRule, string>> = forms
    return (count, shown) => (formOf[rules.select(count)] ?? forms.other).replace('#', () => shown)
  }
}
