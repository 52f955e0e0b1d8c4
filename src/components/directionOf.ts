/** The scripts of living languages that run from right to left (ISO 15924). */
const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa', 'Yezi'])

/**
 * The direction in which a locale's text runs: "rtl" for "ar", "he" or "pa-PK". By the script, which every browser and
 * Node know; not all of them know `Intl.Locale.prototype.getTextInfo`.
 * @param locale BCP 47.
 * @throws RangeError when it is none: see readLocale.
 */
export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  rightToLeft.has(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr'
