import { mock } from 'node:test'
import { createRoot } from 'react-dom/client'
import { InboxProvider, useUnseenCount } from '../../src/hooks/index.ts'
import { createInboxProxy } from '../../src/proxy/index.ts'
import { createTestService, makeNotifications } from '../../src/testing/index.ts'
import { createFakeBrowser } from '../../test/hooks/fakeBrowser.ts'
import { apiKey } from '../processes/apiKey.ts'

/** The step of the clock, in milliseconds. */
const step = 500

const encoder = new TextEncoder()

/** The service's stream of hints, without hints. */
const idleStream = () => {
  let beat: ReturnType<typeof setInterval> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(encoder.encode(':\n\nid: 1\nevent: status\ndata: {"complete":true}\n\n'))
      beat = setInterval(() => controller.enqueue(encoder.encode(':\n\n')), 20_000)
    },
    cancel: () => clearInterval(beat),
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

const pathOf = (input: Parameters<typeof globalThis.fetch>[0]) => new URL(new Request(input).url).pathname

/**
 * Opens tabs with a bell, and lets time pass. Everything but the time and the storage of the service is real. Returns
 * the fetches after the tabs were opened, the open streams, and the most streams that were open at a time.
 */
export const runIdleTabs = async ({ tabs, minutes }: { tabs: number; minutes: number }) => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: Date.now() })
  const service = createTestService({ notifications: makeNotifications(30) })
  const proxy = createInboxProxy({
    serviceUrl: 'http://service.test',
    apiKey,
    basePath: '/api/inbox',
    authenticate: () => 'ada',
    fetch: async (input, init) => (pathOf(input) === '/v1/live' ? idleStream() : service.fetch(input, init)),
  })
  let [fetches, streams, mostStreams] = [0, 0, 0]
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await proxy(new Request(input, init))
    if (!pathOf(input).endsWith('/live')) {
      fetches += 1
      return response
    }
    streams += 1
    mostStreams = Math.max(mostStreams, streams)
    const counted = new TransformStream<Uint8Array, Uint8Array>()
    void response.body
      ?.pipeTo(counted.writable)
      .finally(() => (streams -= 1))
      .catch(() => {})
    return new Response(counted.readable, response)
  }

  const Bell = () => {
    useUnseenCount()
    return null
  }
  const browser = createFakeBrowser()
  const openTab = () =>
    createRoot(document.createElement('div')).render(
      <InboxProvider
        subscriberId="ada"
        baseUrl="http://app.test/api/inbox"
        fetch={fetch}
        environment={browser.openPage().environment}
      >
        <Bell />
      </InboxProvider>,
    )
  const pass = async (time: number) => {
    for (let elapsed = 0; elapsed < time; elapsed += step) {
      mock.timers.tick(step)
      // Promises and React's own scheduling are real.
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
    }
  }
  for (let tab = 0; tab < tabs; tab++) {
    openTab()
    // A reader opens tabs one after another.
    await pass(1_000)
  }
  await pass(10_000)
  // Opening a tab is not idle.
  fetches = 0
  await pass(minutes * 60_000)
  mock.timers.reset()
  return { fetches, streams, mostStreams }
}
