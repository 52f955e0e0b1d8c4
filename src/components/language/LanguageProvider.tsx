'use client'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useHydrated } from '../../hooks/utils/useHydrated.ts'
import type { ReportOnce } from '../../state/model/reportOnce.ts'
import { useReportOnce } from '../base/useReportOnce.ts'
import { type BellLabels, englishBellLabels } from './bellLabels.ts'
import type { InboxLabels } from './labels.ts'
import { mergeLabels } from './mergeLabels.ts'
import { directionOf, readerLocale, readLocale } from './readerLocale.ts'

interface Language {
  /** The labels of all providers around, from the outermost. */
  given: readonly GivenLabels[]
  bellLabels: BellLabels
  /** The prop `locale`. */
  locale?: string | undefined
  /** The nearest `lang` of an app's labels. */
  declared?: string | undefined
  /** The language of the labels (BCP 47). Undefined: an app replaced some of the English ones, and declares none. */
  lang: string | undefined
}

/** The labels of one provider, and where its errors go. */
export interface GivenLabels {
  labels: Partial<InboxLabels> | undefined
  report: ReportOnce
}

const LanguageContext = createContext<Language>({
  given: [],
  bellLabels: englishBellLabels,
  lang: englishBellLabels.lang,
})

/** The labels of all providers around, from the outermost. */
export const useGivenLabels = (): readonly GivenLabels[] => useContext(LanguageContext).given

/** The labels of the bell. A closed panel does not load the others: see `useLabels`. */
export const useBellLabels = (): BellLabels => useContext(LanguageContext).bellLabels

/**
 * The locale of dates and numbers (BCP 47): the `locale` of the nearest LanguageProvider, else the language of its
 * labels, in the region of the browser's first locale of that language. A server, which knows no browser, and hydration
 * get the language alone.
 */
export const useLocale = (): string => {
  const { locale, lang } = useContext(LanguageContext)
  const isHydrated = useHydrated()
  return locale ?? (isHydrated ? readerLocale(lang) : (lang ?? englishBellLabels.lang))
}

/** The `lang` of the element around that has the attributes of `useLanguageAttributes`. */
export const StatedLanguageContext = createContext<string | undefined>(undefined)

/**
 * The attributes that state the language to assistive technology. Labels of an unknown language inherit those of the
 * page, and a part of an inbox those of its root.
 */
export const useLanguageAttributes = (): { lang?: string; dir?: 'ltr' | 'rtl' } => {
  const { locale, lang } = useContext(LanguageContext)
  const stated = useContext(StatedLanguageContext)
  const shown = useLocale()
  return (locale ?? lang) === undefined || shown === stated ? {} : { lang: shown, dir: directionOf(shown) }
}

export interface LanguageProviderProps {
  /**
   * Labels to replace. Default: those of the provider around, else English; so for each that is undefined or not valid.
   * Keep the object stable between renders.
   */
  labels?: Partial<InboxLabels> | undefined
  /**
   * Locale of dates and numbers (BCP 47), such as "de-AT" ("de_AT" works too). Default: that of the provider around,
   * else the language of the labels, in the region of the browser's first locale of that language. Labels of your own
   * without `lang`: the language of the page if the browser has a locale for it, else the browser's.
   */
  locale?: string | undefined
  /** The parts that use this language. */
  children?: ReactNode
}

/** Sets the labels and the locale of every part inside it. */
export const LanguageProvider = ({ labels, locale, children }: LanguageProviderProps) => {
  const around = useContext(LanguageContext)
  const report = useReportOnce()
  const language = useMemo((): Language => {
    const declared = readLocale(labels?.lang) ?? around.declared
    const isReplaced = Object.values(labels ?? {}).some(Boolean)
    return {
      given: [...around.given, { labels, report }],
      bellLabels: mergeLabels(around.bellLabels, labels, report),
      locale: readLocale(locale) ?? around.locale,
      declared,
      lang: declared ?? (isReplaced ? undefined : around.lang),
    }
  }, [around, labels, locale, report])
  return <LanguageContext.Provider value={language}>{children}</LanguageContext.Provider>
}
