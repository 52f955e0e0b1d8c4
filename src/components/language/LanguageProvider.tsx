'use client'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { warnOnce } from '../../client/errors/warnOnce.ts'
import { englishLabels, type InboxLabels } from './labels.ts'

/**
 * A locale as `Intl` takes it: "en-US" also for "en_US", as `subscriber.locale` and other systems write it.
 * @returns undefined for none, and for what is none: a text that was stored once must not take the page down.
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
const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa', 'Yezi'])

/**
 * The direction in which a locale's text runs: "rtl" for "ar", "he" or "pa-PK". By the script, which every browser and
 * Node know; not all of them know `Intl.Locale.prototype.getTextInfo`.
 * @param locale BCP 47.
 * @throws RangeError when it is none: see readLocale.
 */
export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  rightToLeft.has(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr'

interface Language {
  labels: InboxLabels
  locale: string | undefined
}

const LanguageContext = createContext<Language>({ labels: englishLabels, locale: undefined })

/** The texts in force here: the English ones, with what a LanguageProvider replaced. */
export const useLabels = (): InboxLabels => useContext(LanguageContext).labels

/** The locale for dates and numbers (BCP 47). Undefined: the reader's own. */
export const useLocale = (): string | undefined => useContext(LanguageContext).locale

export interface LanguageProviderProps {
  /** Texts to replace; the others stay as they are around this provider. Keep the object stable between renders. */
  labels?: Partial<InboxLabels> | undefined
  /** Locale of dates and numbers (BCP 47), such as "de-AT"; "de_AT" will do. Default: the one around, else the reader's own. */
  locale?: string | undefined
  children?: ReactNode
}

/** Sets the language of every part inside it. */
export const LanguageProvider = ({ labels, locale, children }: LanguageProviderProps) => {
  const around = useContext(LanguageContext)
  const language = useMemo(
    (): Language => ({ labels: { ...around.labels, ...labels }, locale: readLocale(locale) ?? around.locale }),
    [around, labels, locale],
  )
  return <LanguageContext.Provider value={language}>{children}</LanguageContext.Provider>
}
