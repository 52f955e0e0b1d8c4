'use client'
import { useMemo } from 'react'
import { warnOnce } from '../../client/errors/warnOnce.ts'
import type { FeedFilter } from '../../state/model/feedFilter.ts'
import { useLatest } from '../utils/useLatest.ts'
import { createBadgeTotal, useBadgeTotal } from './badgeTotal.ts'
import { drawFavicon } from './drawFavicon.ts'
import { createFaviconLinks } from './faviconLinks.ts'

/** How the document's icon tells that there is something. */
interface FaviconLook {
  /** Address of a ready icon to show instead of a drawn one. */
  href: string | undefined
  format: (count: number) => string
  /** Colours, asked for whenever it is drawn. */
  colors: () => { color: string; textColor: string }
}

const links = createFaviconLinks()
let observer: MutationObserver | undefined
let wanted: { total: number; look: FaviconLook } | undefined

const addressOf = async ({ total, look }: NonNullable<typeof wanted>) => {
  const address = look.href ?? (await drawFavicon(links.own(), { text: look.format(total), ...look.colors() }))
  if (address === undefined && process.env.NODE_ENV !== 'production')
    warnOnce(
      'TIDINGS_215',
      'the count is not on the icon of this page: the content security policy forbids data: images (img-src), or the icon is from another site. Pass an icon of your own: <FaviconBadge href="/favicon-new.svg" />.',
    )
  return address
}

const draw = async () => {
  const drawn = wanted
  if (!drawn) return
  const address = await addressOf(drawn)
  // Meanwhile the number may have changed, or gone.
  if (address !== undefined && wanted === drawn) links.show(address)
}

const stop = () => {
  observer?.disconnect()
  observer = undefined
  links.restore()
}

const onChange = () => {
  if (wanted && links.isChanged()) void draw()
}

/** The count on the document's icon. */
const favicon = createBadgeTotal<FaviconLook>((total, look) => {
  wanted = total > 0 && look ? { total, look } : undefined
  if (!wanted) return stop()
  void draw()
  if (observer) return
  observer = new MutationObserver(onChange)
  observer.observe(document.head, { childList: true, subtree: true, attributeFilter: ['href', 'rel'] })
})

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
        const { colors: given } = latest.current
        const { color, textColor } = (typeof given === 'function' ? given() : given) ?? {}
        return { color: color ?? '#4c58d0', textColor: textColor ?? '#ffffff' }
      },
    }),
    [href, latest],
  )
  useBadgeTotal(favicon, look, filter)
}
