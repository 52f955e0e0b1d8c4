import { warnOnce } from '../client/errors/warnOnce.ts'
import { drawFavicon } from './drawFavicon.ts'
import { createFaviconLinks } from './faviconLinks.ts'
import { createPageCount } from './pageCount.ts'

/** How the document's icon tells that there is something. */
export interface FaviconLook {
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
export const favicon = createPageCount<FaviconLook>((total, look) => {
  wanted = total > 0 && look ? { total, look } : undefined
  if (!wanted) return stop()
  void draw()
  if (observer) return
  observer = new MutationObserver(onChange)
  observer.observe(document.head, { childList: true, subtree: true, attributeFilter: ['href', 'rel'] })
})
