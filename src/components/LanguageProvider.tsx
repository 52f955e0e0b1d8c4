'use client'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { readLocale } from './readLocale.ts'
import { englishLabels, type InboxLabels } from './labels.ts'

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
