'use client'

import { useMemo } from 'react'
import type { FeedFilter } from '../state/feedFilter.ts'
import { favicon, type FaviconLook } from './favicon.ts'
import { useLatest } from './useLatest.ts'
import { usePageCount } from './usePageCount.ts'

/** What `useFaviconBadge` counts, and how the icon tells of it. */
export interface FaviconBadgeOptions {
  /** Which notifications. Default: the unseen ones, as the bell counts them. */
  filter?: FeedFilter | undefined
  /**
   * An icon of yours that is shown while there is something to count. Default: the number is drawn over the page's icon, which
   * needs `data:` in `img-src` of a content security policy. Where that is missing, the icon stays as it is.
   */
  href?: string | undefined
  /** Writes the number. There is room for two signs. Default: up to 9, then "9+". */
  format?: ((count: number) => string) | undefined
  /** The badge's colours (CSS), or a function that is asked for them at each drawing. */
  colors?: FaviconColors | (() => FaviconColors) | undefined
}

/** The colours of a badge, in CSS. */
export interface FaviconColors {
  /** Of the badge. Default: the accent of the light theme. */
  color?: string | undefined
  /** Of the number. Default: white. */
  textColor?: string | undefined
}

const upTo9 = (count: number) => (count > 9 ? '9+' : String(count))

/**
 * Shows the count on the page's icon. The icon stays the host's: it may change at any time, and is as it was once there is
 * nothing to count. Several inboxes of a page are counted together.
 * @throws SetupError outside an InboxProvider.
 */
export const useFaviconBadge = ({ filter, href, format, colors }: FaviconBadgeOptions = {}): void => {
  const latest = useLatest({ format, colors })
  const look = useMemo(
    (): FaviconLook => ({
      href,
      format: (count) => (latest.current.format ?? upTo9)(count),
      colors: () => {
        const wanted = latest.current.colors
        const { color, textColor } = (typeof wanted === 'function' ? wanted() : wanted) ?? {}
        return { color: color ?? '#4c58d0', textColor: textColor ?? '#ffffff' }
      },
    }),
    [href, latest],
  )
  usePageCount(favicon, look, filter)
}
