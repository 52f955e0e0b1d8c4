import { warnOnce } from '../../client/errors/warnOnce.ts'
import { memoizeByKey } from '../../state/model/memoizeByKey.ts'

/**
 * Parses BCP 47, or a tag with an underscore ("en_US") as in `subscriber.locale`. Undefined: it is invalid. `writing`
 * is the language and its script, since a user of "zh-CN" may not be one of "zh-TW".
 */
const parseLocale = memoizeByKey((given: string): { tag: string; writing: string } | undefined => {
  try {
    const locale = new Intl.Locale(given.replaceAll('_', '-'))
    const { language, script } = locale.maximize()
    return { tag: locale.toString(), writing: `${language}-${script}` }
  } catch {
    return undefined
  }
})

/**
 * Reads a locale for `Intl`.
 * @returns undefined without a locale, and for an invalid one: a wrong value in a database must not break the app.
 */
export const readLocale = (given: string | undefined): string | undefined => {
  if (!given) return undefined
  const locale = parseLocale(given)?.tag
  if (process.env.NODE_ENV !== 'production' && locale === undefined)
    warnOnce(
      'TIDINGS_218',
      `"${given}" is not a valid locale, and is ignored. Pass a BCP 47 tag such as "en" or "de-AT".`,
    )
  return locale
}

/** The scripts of living languages that run from right to left (ISO 15924). */
const rightToLeft = /Adlm|Arab|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa|Yezi/

/**
 * The text direction of a locale: "rtl" for "ar", "he" or "pa-PK". It follows from the script, since not all browsers
 * have `Intl.Locale.prototype.getTextInfo`.
 * @param locale BCP 47. An invalid one runs from left to right.
 */
export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  rightToLeft.test(parseLocale(locale)?.writing ?? '') ? 'rtl' : 'ltr'

/**
 * The locale for the user of labels in a language: the first of the browser that has this language, so that a British
 * user of English labels gets "en-GB". It depends on the browser and the page, which a server does not know.
 * @param lang BCP 47. Undefined: labels of the app that do not declare their language.
 */
export const readerLocale = (lang: string | undefined): string => {
  // Tests of apps replace the navigator. Headless browsers have entries such as "en-US@posix".
  const languages = navigator.languages as readonly string[] | undefined
  const browser = (languages ?? []).flatMap((tag) => parseLocale(tag) ?? [])
  const page = parseLocale(document.documentElement.lang)
  // The labels that an app does not replace are English.
  const labels = parseLocale(lang ?? 'en')
  const wanted = lang === undefined ? page : labels
  // On a British page, English labels are British for a user without any English locale too.
  const known = [...browser, ...[page, labels].filter((locale) => locale?.writing === labels?.writing)]
  const found = known.find((locale) => locale?.writing === wanted?.writing)
  if (found) return found.tag
  // Not in tests, whose page has no language.
  if (process.env.NODE_ENV === 'development')
    warnOnce(
      'TIDINGS_218',
      'the labels of the app have no locale. Dates and numbers have that of the browser, maybe in another language. ' +
        'Pass `locale`, or `lang` as one of the labels.',
    )
  return browser[0]?.tag ?? 'en'
}
