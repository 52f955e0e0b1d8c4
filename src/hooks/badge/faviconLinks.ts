/** The attributes by which a browser chooses an icon. */
const attributes = ['href', 'type', 'sizes'] as const
type Icon = Record<(typeof attributes)[number], string | null>

const iconLinks = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel~="icon" i]')]

const readIcon = (link: HTMLLinkElement) =>
  Object.fromEntries(attributes.map((name) => [name, link.getAttribute(name)])) as Icon

const writeIcon = (link: HTMLLinkElement, icon: Icon) => {
  for (const name of attributes) {
    const value = icon[name]
    if (value === null) link.removeAttribute(name)
    else link.setAttribute(name, value)
  }
}

/** Ranks icons as a background to draw on: a scalable icon first, then the largest. */
const rank = (link: HTMLLinkElement, { href, type, sizes }: Icon): number => {
  if (href === null || (link.media !== '' && !matchMedia(link.media).matches)) return -1
  if (type?.includes('svg') || /\.svg\b/.test(href) || sizes === 'any') return Infinity
  return Number.parseInt(sizes ?? '', 10) || 0
}

export const createFaviconLinks = () => {
  /** The links, with their icons before they were changed. */
  const originals = new Map<HTMLLinkElement, Icon>()
  /** The link that was added because the app has none. */
  let added: HTMLLinkElement | undefined
  let shown: string | undefined

  const isShown = (link: HTMLLinkElement) => link.getAttribute('href') === shown

  const recordOriginals = () => {
    for (const link of iconLinks()) if (!originals.has(link) || !isShown(link)) originals.set(link, readIcon(link))
    for (const link of originals.keys()) if (!link.isConnected) originals.delete(link)
  }

  return {
    isChanged: () => !iconLinks().every(isShown),
    /** Returns the URL of the app's icon. Without a link, browsers fetch `/favicon.ico`. */
    original: (): string => {
      recordOriginals()
      const best = [...originals].sort(([a, before], [b, after]) => rank(b, after) - rank(a, before))[0]
      return best?.[1].href ?? '/favicon.ico'
    },
    show: (href: string) => {
      if (iconLinks().length === 0) {
        added = document.createElement('link')
        added.rel = 'icon'
        document.head.append(added)
      }
      recordOriginals()
      shown = href
      for (const link of originals.keys()) writeIcon(link, { href, type: null, sizes: null })
    },
    /** Restores the app's icons, except those that the app has changed since. */
    restore: () => {
      for (const [link, original] of originals) if (isShown(link)) writeIcon(link, original)
      originals.clear()
      added?.remove()
      added = undefined
      shown = undefined
    },
  }
}
