'use client'
import { type TitleCountOptions, useTitleCount } from '../../hooks/badge/useTitleCount.ts'
import { formatCount } from '../language/countLabel.ts'
import { useLocale } from '../language/LanguageProvider.tsx'
import { defaultBadgeMax } from '../panel/useBellElement.tsx'

export interface TitleCountProps extends Pick<TitleCountOptions, 'filter'> {
  /** The highest number shown. Above it, "99+". Default 99. */
  max?: number | undefined
}

/**
 * Shows the count before the document's title, "(3) Orders", in the user's numerals: `<Inbox …><TitleCount
 * /></Inbox>`. Renders nothing itself. See `useTitleCount`.
 */
export const TitleCount = ({ filter, max = defaultBadgeMax }: TitleCountProps) => {
  const locale = useLocale()
  useTitleCount({ filter, format: (count) => formatCount(count, locale, max) })
  return null
}
