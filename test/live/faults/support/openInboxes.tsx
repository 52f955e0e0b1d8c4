import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { InboxProvider, useFeed } from '../../../../src/hooks/index.ts'
import { useInbox } from '../../../../src/hooks/provider/InboxProvider.tsx'
import { createInMemoryLocks } from '../../../../src/testing/inMemoryLocks.ts'

/** The poll interval of the inboxes, in milliseconds. Nothing else is faster than in an app. */
export const pollInterval = 2_000

/** What a reader sees. */
export interface Reader {
  subscriberId: string
  /** Whether a stream is open whose hints cover every change. */
  isComplete: boolean
  /** When `isComplete` last became false, in milliseconds since 1970. */
  incompleteSince: number
  /** When each notification was shown first, by its title, in milliseconds since 1970. */
  shownAt: Map<string, number>
  /** The titles that are shown now. */
  titles: string[]
  /** When each page was requested and arrived, in milliseconds since 1970. */
  pages: { sentAt: number; arrivedAt: number }[]
  /** When each stream was requested, in milliseconds since 1970. */
  streams: number[]
  /** The number of streams that have ended, or failed to open. */
  endedStreams: number
  /** The number of heartbeats of its streams. */
  heartbeats: number
}

/** The same response, whose heartbeats are reported as they pass. */
const withHeartbeats = (response: Response, onHeartbeat: () => void) => {
  const decoder = new TextDecoder()
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      if (/^:$/m.test(decoder.decode(chunk))) onHeartbeat()
      controller.enqueue(chunk)
    },
  })
  return new Response(response.body?.pipeThrough(watch), response)
}

/** Opens inboxes of several readers, each with the real state layer in a browser of its own, until the test ends. */
export const openInboxes = (proxyUrl: string, count: number, random: () => number) => {
  const readers: Reader[] = []
  /** When each request was sent that a server has answered. */
  const requests: number[] = []
  const roots = Array.from({ length: count }, (_, place) => {
    const reader: Reader = {
      subscriberId: `reader-${place}`,
      isComplete: false,
      incompleteSince: Date.now(),
      shownAt: new Map(),
      titles: [],
      pages: [],
      streams: [],
      endedStreams: 0,
      heartbeats: 0,
    }
    readers.push(reader)

    const Probe = () => {
      const { notifications } = useFeed({}, { pageSize: 100 })
      const { live } = useInbox().store
      useEffect(() => {
        const read = () => {
          const { isComplete } = live.getState()
          if (reader.isComplete && !isComplete) reader.incompleteSince = Date.now()
          reader.isComplete = isComplete
        }
        read()
        return live.subscribe(read)
      }, [live])
      useEffect(() => {
        reader.titles = notifications.map(({ subject }) => subject ?? '')
        for (const title of reader.titles) if (!reader.shownAt.has(title)) reader.shownAt.set(title, Date.now())
      }, [notifications])
      return null
    }

    const fetch: typeof globalThis.fetch = async (input, init) => {
      const sentAt = Date.now()
      if (/\/live(\?|$)/.test(String(input))) {
        reader.streams.push(sentAt)
        init?.signal?.addEventListener('abort', () => (reader.endedStreams += 1))
        const stream = await globalThis.fetch(input, init)
        return withHeartbeats(stream, () => (reader.heartbeats += 1))
      }
      const response = await globalThis.fetch(input, init)
      // A request that reaches no server burdens none.
      requests.push(sentAt)
      if (response.ok) reader.pages.push({ sentAt, arrivedAt: Date.now() })
      return response
    }

    const root = createRoot(document.createElement('div'))
    root.render(
      <InboxProvider
        subscriberId={reader.subscriberId}
        baseUrl={`${proxyUrl}/api/inbox`}
        fetch={fetch}
        pollInterval={pollInterval}
        environment={{ openBroadcast: () => undefined, locks: createInMemoryLocks(), random }}
      >
        <Probe />
      </InboxProvider>,
    )
    return root
  })
  onTestFinished(() => {
    for (const root of roots) root.unmount()
  })
  return { readers, requests }
}

/** The open inboxes. */
export type Inboxes = ReturnType<typeof openInboxes>
