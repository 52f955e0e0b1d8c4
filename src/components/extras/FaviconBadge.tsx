'use client'
import { useRef } from 'react'
import { type FaviconBadgeOptions, useFaviconBadge } from '../../hooks/badge/useFaviconBadge.ts'
import { formatCount } from '../language/countLabel.ts'
import { useLocale } from '../language/LanguageProvider.tsx'

export interface FaviconBadgeProps extends Pick<FaviconBadgeOptions, 'filter' | 'href'> {
  /** The highest number shown. Above it, "9+". The icon has space for two characters. Default 9. */
  max?: number | undefined
}

/**
 * Shows the count on the favicon, in the colors of the theme and the user's numerals: `<Inbox …><FaviconBadge
 * /></Inbox>`. Renders nothing visible itself. See `useFaviconBadge`.
 */
export const FaviconBadge = ({ filter, href, max = 9 }: FaviconBadgeProps) => {
  const locale = useLocale()
  const ref = useRef<HTMLSpanElement>(null)
  // A favicon can't use CSS variables, so that a hidden element resolves them. Without the style sheet it has no color.
  const colors = () => {
    if (!ref.current) return {}
    const { color, backgroundColor } = getComputedStyle(ref.current)
    return backgroundColor === 'rgba(0, 0, 0, 0)' ? {} : { color: backgroundColor, textColor: color }
  }
  useFaviconBadge({ filter, href, format: (count) => formatCount(count, locale, max), colors })
  return <span ref={ref} hidden className="tidings-favicon-badge" />
}
