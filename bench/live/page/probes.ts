const afterPaint = () =>
  new Promise<void>((resolve) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => resolve())
      port1.start()
      port2.postMessage(undefined)
    }),
  )

const now = () => performance.timeOrigin + performance.now()

/** What the page can show. */
export type Shown =
  /** The row of a notification. */
  | { kind: 'row'; number: number }
  /** The number of new notifications in the badge of the bell. */
  | { kind: 'badge'; count: number }
  /** Whether the newest row is unread. */
  | { kind: 'unread'; unread: boolean }
  /** Hints cover every change. */
  | { kind: 'live' }

const newestRow = () => document.querySelector('.tidings-item')

const isShown = (shown: Shown): boolean => {
  switch (shown.kind) {
    case 'row':
      return [...document.querySelectorAll('.tidings-item')].some((row) =>
        new RegExp(`Number ${shown.number}(?!\\d)`).test(row.textContent ?? ''),
      )
    case 'badge':
      return document.querySelector('.tidings-badge')?.textContent === String(shown.count)
    case 'unread':
      return newestRow()?.matches('[data-unread]') === shown.unread
    case 'live':
      return document.querySelector('#status')?.textContent === 'live'
  }
}

/** The measurements that the benchmark calls. They run in the page, so that they contain no communication. */
export const liveProbes = {
  /** Resolves with the time at which the page had painted something, in milliseconds since 1970. */
  painted: (shown: Shown): Promise<number> =>
    new Promise((resolve) => {
      const check = () => {
        if (!isShown(shown)) return false
        observer.disconnect()
        void afterPaint().then(() => resolve(now()))
        return true
      }
      const observer = new MutationObserver(() => void check())
      if (!check())
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    }),

  /** Marks the newest row as read, or as unread. Returns when, in milliseconds since 1970. */
  toggle: (): number => {
    const clickedAt = now()
    newestRow()?.querySelector<HTMLElement>('.tidings-mark')?.click()
    return clickedAt
  },
}

declare global {
  interface Window {
    liveProbes: typeof liveProbes
  }
}
