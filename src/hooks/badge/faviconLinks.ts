/** The attributes that a browser chooses an icon by. */
const attributes = ['href', 'type', 'sizes'] as const
type Original = Record<(typeof attributes)[number], string | null>

const iconLinks = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel~="icon" i]')]

const setAttribute = (link: HTMLLinkElement, name: string, value: string | null) => {
  if (value === null) link.removeAttribute(name)
  else link.setAttribute(name, value)
}

/** How good an icon is to draw on: one without size before all others, then the largest. */
const rank = (link: HTMLLinkElement, { href, type, sizes }: Original): number => {
  if (link.media !== '' && !matchMedia(link.media).matches) return -1
  if (type?.includes('svg') || /\.svg\b/.test(href ?? '') || sizes === 'any') return Infinity
  return Number.parseInt(sizes ?? '', 10) || 0
}

/** The links of the document that name its icon, and how they were before we changed them. */
export const createFaviconLinks = () => {
  const originals = new Map<HTMLLinkElement, Original>()
  let made: HTMLLinkElement | undefined
  let shown: string | undefined

  /** Whether the host has added a link, or given one another icon. */
  const isChanged = () => iconLinks().some((link) => link !== made && link.getAttribute('href') !== shown)

  /** Learns what the host has put there since. */
  const learn = () => {
    for (const link of iconLinks()) {
      if (link === made || (originals.has(link) && link.getAttribute('href') === shown)) continue
      originals.set(link, {
        href: link.getAttribute('href'),
        type: link.getAttribute('type'),
        sizes: link.getAttribute('sizes'),
      })
    }
    for (const link of originals.keys()) if (!link.isConnected) originals.delete(link)
  }

  return {
    isChanged,
    /** The host's own icon. Without a link browsers look for "/favicon.ico". */
    own: (): string => {
      learn()
      const best = [...originals].sort(([a, before], [b, after]) => rank(b, after) - rank(a, before))[0]
      return best?.[1].href ?? '/favicon.ico'
    },
    show: (address: string) => {
      learn()
      if (originals.size === 0 && !made) {
        made = document.createElement('link')
        made.rel = 'icon'
        document.head.append(made)
      }
      shown = address
      for (const link of [...originals.keys(), ...(made ? [made] : [])]) {
        link.removeAttribute('type')
        link.removeAttribute('sizes')
        link.setAttribute('href', address)
      }
    },
    restore: () => {
      for (const [link, original] of originals)
        if (link.getAttribute('href') === shown) for (const name of attributes) setAttribute(link, name, original[name])
      originals.clear()
      made?.remove()
      made = undefined
      shown = undefined
    },
  }
}
