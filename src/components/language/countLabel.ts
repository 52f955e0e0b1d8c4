/**
 * Formats a number for a locale: "1,204", or "99+" above the maximum.
 * @param locale BCP 47.
 */
export const formatCount = (count: number, locale: string, max = Infinity): string => {
  const number = new Intl.NumberFormat(locale)
  return count > max ? `${number.format(max)}+` : number.format(count)
}

/** A text with a number. `count` selects the plural form. `shown` is the formatted number, such as "1,204" or "99+". */
export type CountLabel = (count: number, shown: string) => string

type Words<Text> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Text

/** The plural categories of languages beside "other" (CLDR). All other languages have "one". */
type PluralCategories = Record<
  Words<'bm bo dz hnj id ig ii ja jbo jv kde kea km ko lkt lo ms my nqo osa sah ses sg su th to tpi vi wo yo yue zh'>,
  never
> &
  Record<Words<'bs hr ro shi sr'>, 'one' | 'few'> &
  Record<Words<'ca es fr it lld pt scn vec'>, 'one' | 'many'> &
  Record<Words<'he iu naq sat se sma smi smj smn sms'>, 'one' | 'two'> &
  Record<Words<'blo cv ksh lag lv prg'>, 'zero' | 'one'> &
  Record<Words<'be cs lt pl ru sk uk'>, 'one' | 'few' | 'many'> &
  Record<Words<'dsb gd hsb sl'>, 'one' | 'two' | 'few'> &
  Record<Words<'br ga gv mt sgs'>, 'one' | 'two' | 'few' | 'many'> &
  Record<Words<'ar ars cy kw'>, 'zero' | 'one' | 'two' | 'few' | 'many'>

/** The plural categories of a language: for "he-IL", 'one' | 'two' | 'other'. */
export type PluralCategory<Locale extends string> =
  | 'other'
  | (Locale extends `${infer Language}-${string}`
      ? PluralCategory<Language>
      : Locale extends keyof PluralCategories
        ? PluralCategories[Locale]
        : 'one')

/**
 * Makes labels with a number, by the plural rules of one language. `#` is replaced by the number. TypeScript requires a
 * form for each plural category of the language.
 *
 * ```ts
 * const count = createCountLabel('de')
 * const arrivals = count({ one: '# neue Benachrichtigung', other: '# neue Benachrichtigungen' })
 * ```
 *
 * @param locale BCP 47.
 */
export const createCountLabel = <const Locale extends string>(locale: Locale) => {
  const rules = new Intl.PluralRules(locale)
  return (forms: Record<PluralCategory<Locale>, string>): CountLabel => {
    const formOf: Partial<Record<string, string>> & { other: string } = forms
    return (count, shown) => (formOf[rules.select(count)] ?? formOf.other).replace('#', () => shown)
  }
}
