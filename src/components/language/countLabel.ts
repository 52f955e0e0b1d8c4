/**
 * A number as a locale writes it: "1,204"; past the maximum "99+".
 * @param locale BCP 47. Undefined: the reader's own.
 */
export const formatCount = (count: number, locale: string | undefined, max = Infinity): string => {
  const number = new Intl.NumberFormat(locale)
  return count > max ? `${number.format(max)}+` : number.format(count)
}

/**
 * A text about a number. `count` decides about its plural form; `shown` is the number as the reader's locale writes it,
 * such as "1,204" or "99+".
 */
export type CountLabel = (count: number, shown: string) => string

/**
 * Makes texts about numbers in one language, by its plural rules. `#` stands for the number.
 *
 * ```ts
 * const count = createCountLabel<'one' | 'other'>('de')
 * const arrivals = count({ one: '# neue Benachrichtigung', other: '# neue Benachrichtigungen' })
 * ```
 *
 * `Category` names the plural categories of the language, so that TypeScript asks for a form of each.
 * @param locale BCP 47.
 */
export const createCountLabel = <Category extends Intl.LDMLPluralRule>(locale: string) => {
  const rules = new Intl.PluralRules(locale)
  return (forms: Record<Category | 'other', string>): CountLabel => {
    const formOf: Partial<Record<Intl.LDMLPluralRule, string>> = forms
    return (count, shown) => (formOf[rules.select(count)] ?? forms.other).replace('#', () => shown)
  }
}
