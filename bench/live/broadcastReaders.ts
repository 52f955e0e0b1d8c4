import { createInboxClient } from '../../src/client/index.ts'
import { createHintedFetch } from '../../src/state/live/hintedFetch.ts'
import { serveParent } from '../processes/child.ts'
import { now, until } from '../processes/clock.ts'

interface Reader {
  isOpen: boolean
  /** When it had fetched a notification, by its title. */
  fetchedAt: Map<string, number>
}

const readers: Reader[] = []
let spread = 0

const open = (proxyUrl: string, subscriberId: string) => {
  const client = createInboxClient({ baseUrl: `${proxyUrl}/api/inbox` })
  const reader: Reader = { isOpen: false, fetchedAt: new Map() }
  readers.push(reader)
  const hinted = createHintedFetch({
    fetch: async () => {
      const { data } = await client.getFeed(subscriberId, { limit: 10 })
      for (const { subject } of data)
        if (subject && !reader.fetchedAt.has(subject)) reader.fetchedAt.set(subject, now())
      return true
    },
    monotonic: () => performance.now(),
    random: Math.random,
  })
  void client.streamHints?.(subscriberId, {
    streamId: subscriberId,
    signal: new AbortController().signal,
    onStatus: async ({ complete }) => {
      if (!complete) return
      // A page fetches when its stream opens, and pages open at different times.
      await hinted.onHint({ spread: 10_000 })
      reader.isOpen = true
    },
    onHint: (hint) => {
      spread = Math.max(spread, hint.spread ?? 0)
      void hinted.onHint(hint)
    },
  })
}

const functions = {
  /** Opens the streams of readers. */
  open: async ({ proxyUrl, subscriberIds }: { proxyUrl: string; subscriberIds: string[] }): Promise<void> => {
    for (const subscriberId of subscriberIds) open(proxyUrl, subscriberId)
    await until('open streams', () => readers.every(({ isOpen }) => isOpen))
    spread = 0
  },

  /** Waits until all have fetched a notification. Returns when the last one had, and the longest spread of a hint. */
  fetched: async (title: string): Promise<{ lastAt: number; spread: number }> => {
    await until(title, () => readers.every(({ fetchedAt }) => fetchedAt.has(title)))
    const lastAt = Math.max(...readers.map(({ fetchedAt }) => fetchedAt.get(title) ?? Number.NaN))
    return { lastAt, spread }
  },
}

/** Readers that have the client and the timing of a page, but no page. */
export type BroadcastReaders = typeof functions

serveParent(functions)
