'use client'
import { useRef } from 'react'
import { type FaviconBadgeOptions, useFaviconBadge } from '../../hooks/badge/useFaviconBadge.ts'
import { formatCount } from '../language/countLabel.ts'
import { useLocale } from '../language/LanguageProvider.tsx'

export interface FaviconBadgeProps extends Pick<FaviconBadgeOptions, 'filter' | 'href'> {
  /** The highest number that is written out. There is room for two signs. Default 9. */
  max?: number | undefined
}

/**
 * The count on the page's icon, in the colours of the theme and the reader's numerals. It draws nothing where it stands:
 * `<Inbox …><FaviconBadge /></Inbox>`. See `useFaviconBadge`.
 */
export const FaviconBadge = ({ filter, href, max = 9 }: FaviconBadgeProps) => {
  const locale = useLocale()
  const ref = useRef<HTMLSpanElement>(null)
  // An icon can't read CSS variables: this element does. Without the style sheet it has no colour to give.
  const colors = () => {
    if (!ref.current) return {}
    const { color, backgroundColor } = getComputedStyle(ref.current)
    return backgroundColor === 'rgba(0, 0, 0, 0)' ? {} : { color: backgroundColor, textColor: color }
  }
  useFaviconBadge({ filter, href, format: (count) => formatCount(count, locale, max), colors })
  return <span ref={ref} hidden className="tidings-favicon-badge" />
}
