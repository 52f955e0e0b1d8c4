'use client'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { warnOnce } from '../../client/errors/warnOnce.ts'
import { type BellLabels, englishBellLabels } from './bellLabels.ts'
import type { InboxLabels } from './labels.ts'

/**
 * Reads a locale for `Intl`: BCP 47, or with an underscore ("en_US") as in `subscriber.locale`.
 * @returns undefined without a locale, and for an invalid one: a wrong value in a database must not break the app.
 */
export const readLocale = (given: string | undefined): string | undefined => {
  if (!given) return undefined
  try {
    return new Intl.Locale(given.replaceAll('_', '-')).toString()
  } catch {
    if (process.env.NODE_ENV !== 'production')
      warnOnce(
        'TIDINGS_218',
        `"${given}" is not a valid locale. The browser's locale is used. Pass a BCP 47 tag such as "en" or "de-AT".`,
      )
    return undefined
  }
}

/** The scripts of living languages that run from right to left (ISO 15924). */
const rightToLeft = /Adlm|Arab|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa|Yezi/

/**
 * The text direction of a locale: "rtl" for "ar", "he" or "pa-PK". It follows from the script, since not all browsers
 * have `Intl.Locale.prototype.getTextInfo`.
 * @param locale BCP 47.
 * @throws RangeError for an invalid locale: see readLocale.
 */
export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  rightToLeft.test(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr'

interface Language {
  /** The labels of all providers around. */
  labels: Partial<InboxLabels> & BellLabels
  locale?: string | undefined
}

const LanguageContext = createContext<Language>({ labels: englishBellLabels })

/**
 * The labels of the nearest LanguageProvider. Only those of the bell are complete: `useLabels` adds the English ones,
 * which a closed panel does not load.
 */
export const useBellLabels = (): Language['labels'] => useContext(LanguageContext).labels

/** The locale of dates and numbers (BCP 47), from the nearest LanguageProvider. Undefined: the browser's. */
export const useLocale = (): string | undefined => useContext(LanguageContext).locale

export interface LanguageProviderProps {
  /** Labels to replace. Default: those of the provider around, else English. Keep the object stable between renders. */
  labels?: Partial<InboxLabels> | undefined
  /**
   * Locale of dates and numbers (BCP 47), such as "de-AT" ("de_AT" works too). Default: that of the provider around,
   * else the browser's.
   */
  locale?: string | undefined
  /** The parts that use this language. */
  children?: ReactNode
}

/** Sets the labels and the locale of every part inside it. */
export const LanguageProvider = ({ labels, locale, children }: LanguageProviderProps) => {
  const around = useContext(LanguageContext)
  const language = useMemo(
    (): Language => ({ labels: { ...around.labels, ...labels }, locale: readLocale(locale) ?? around.locale }),
    [around, labels, locale],
  )
  return <LanguageContext.Provider value={language}>{children}</LanguageContext.Provider>
}
