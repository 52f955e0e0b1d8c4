'use client'
import { useMemo } from 'react'
import { warnOnce } from '../../client/errors/warnOnce.ts'
import type { FeedFilter } from '../../state/model/feedFilter.ts'
import { useLatest } from '../utils/useLatest.ts'
import { createBadgeTotal, formatUpTo, useBadgeTotal, useGuard } from './badgeTotal.ts'
import { drawFavicon, type FaviconBadgeLook } from './drawFavicon.ts'
import { createFaviconLinks } from './faviconLinks.ts'

interface FaviconLook {
  /** The URL of an icon to show instead of a drawn one. */
  href: string | undefined
  /** Returns the text and colors of each drawing. */
  describe: (count: number) => FaviconBadgeLook
}

interface Badge {
  total: number
  look: FaviconLook
}

const links = createFaviconLinks()
/** Undefined while the total is 0. */
let badge: Badge | undefined

const draw = async (drawn: Badge) => {
  const { total, look } = drawn
  const icon = look.href ?? (await drawFavicon(links.original(), look.describe(total)))
  // The total may have changed meanwhile.
  if (icon !== undefined && badge === drawn) links.show(icon)
  if (icon === undefined && process.env.NODE_ENV !== 'production')
    warnOnce(
      'TIDINGS_215',
      'the count is not on the icon of this page: the content security policy forbids data: images (img-src), or the ' +
        'icon is from another site. Pass your own icon: <FaviconBadge href="/favicon-new.svg" />.',
    )
}

const onChange = () => {
  if (badge && links.isChanged()) void draw(badge)
}

const faviconBadge = createBadgeTotal<FaviconLook>((total, look) => {
  badge = look && { total, look }
  if (badge) void draw(badge)
  else links.restore()
}, onChange)

/** Options of `useFaviconBadge`. */
export interface FaviconBadgeOptions {
  /** The notifications to count, such as `{ read: false }`. Default: the unseen ones, as on the bell. */
  filter?: FeedFilter | undefined
  /**
   * The URL of your own icon, such as `/favicon-new.svg`, shown while the count is not 0. Default: the number is drawn
   * over the page's icon. A content security policy must allow that with `data:` in `img-src`; otherwise the icon stays
   * unchanged.
   */
  href?: string | undefined
  /** Formats the number, in at most two characters. Default: the number up to 9, then "9+". */
  format?: ((count: number) => string) | undefined
  /**
   * The colors of the badge, or a function that returns them for each drawing. Default: white on the light theme's
   * accent.
   */
  colors?: FaviconColors | (() => FaviconColors) | undefined
}

/** The colors of a badge on the icon. */
export interface FaviconColors {
  /** The background, as a CSS color such as `#4c58d0`. Default: the accent color of the light theme. */
  color?: string | undefined
  /** The number, as a CSS color. Default: white. */
  textColor?: string | undefined
}

const upTo9 = formatUpTo(9)

/**
 * Shows the count on the page's icon. The app can change its icon at any time, and the original icon returns when the
 * count is
 * 0. Several inboxes of a browser page share one total.
 *
 * @throws SetupError outside an InboxProvider.
 */
export const useFaviconBadge = ({ filter, href, format, colors }: FaviconBadgeOptions = {}): void => {
  const latest = useLatest({ format, colors })
  const guard = useGuard('useFaviconBadge')
  const look = useMemo(
    (): FaviconLook => ({
      href,
      describe: (count) => {
        const { format: formatCount, colors: given } = latest.current
        const colorsNow = guard(() => (typeof given === 'function' ? given() : given))
        const { color = '#4c58d0', textColor = '#ffffff' } = colorsNow ?? {}
        return { text: guard(() => formatCount?.(count)) ?? upTo9(count), color, textColor }
      },
    }),
    [href, latest, guard],
  )
  useBadgeTotal(faviconBadge, look, filter)
}
