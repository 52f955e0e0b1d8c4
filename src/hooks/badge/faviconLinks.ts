/** The attributes by which a browser chooses an icon. */
const attributes = ['href', 'type', 'sizes'] as const
type Original = Record<(typeof attributes)[number], string | null>

const iconLinks = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel~="icon" i]')]

const setAttribute = (link: HTMLLinkElement, name: string, value: string | null) => {
  if (value === null) link.removeAttribute(name)
  else link.setAttribute(name, value)
}

/** Ranks icons as a background to draw on: a scalable icon first, then the largest. */
const rank = (link: HTMLLinkElement, { href, type, sizes }: Original): number => {
  if (link.media !== '' && !matchMedia(link.media).matches) return -1
  if (type?.includes('svg') || /\.svg\b/.test(href ?? '') || sizes === 'any') return Infinity
  return Number.parseInt(sizes ?? '', 10) || 0
}

/** Replaces the icon in the document's links, and restores the app's own. */
export const createFaviconLinks = () => {
  /** The app's links, with their attributes before they were changed. */
  const originals = new Map<HTMLLinkElement, Original>()
  /** The link that was added because the app has none. */
  let added: HTMLLinkElement | undefined
  let shown: string | undefined

  /** Records the links that the app has added or changed. */
  const recordOriginals = () => {
    for (const link of iconLinks()) {
      if (link === added || (originals.has(link) && link.getAttribute('href') === shown)) continue
      originals.set(link, {
        href: link.getAttribute('href'),
        type: link.getAttribute('type'),
        sizes: link.getAttribute('sizes'),
      })
    }
    for (const link of originals.keys()) if (!link.isConnected) originals.delete(link)
  }

  return {
    /** Whether the app has added a link, or changed the icon of one. */
    isChanged: () => iconLinks().some((link) => link !== added && link.getAttribute('href') !== shown),
    /** Returns the URL of the app's icon. Without a link, browsers fetch `/favicon.ico`. */
    original: (): string => {
      recordOriginals()
      const best = [...originals].sort(([a, before], [b, after]) => rank(b, after) - rank(a, before))[0]
      return best?.[1].href ?? '/favicon.ico'
    },
    /** Shows an icon in all links. */
    show: (url: string) => {
      recordOriginals()
      if (originals.size === 0 && !added) {
        added = document.createElement('link')
        added.rel = 'icon'
        document.head.append(added)
      }
      shown = url
      for (const link of [...originals.keys(), ...(added ? [added] : [])]) {
        link.removeAttribute('type')
        link.removeAttribute('sizes')
        link.setAttribute('href', url)
      }
    },
    /** Restores the app's icons, except those that the app has changed since. */
    restore: () => {
      for (const [link, original] of originals)
        if (link.getAttribute('href') === shown) for (const name of attributes) setAttribute(link, name, original[name])
      originals.clear()
      added?.remove()
      added = undefined
      shown = undefined
    },
  }
}
