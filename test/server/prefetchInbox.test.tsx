import { ReadableStream } from 'node:stream/web'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, waitFor, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Inbox, InboxPage } from '../../src/index.ts'
import { createInboxProxy } from '../../src/proxy/index.ts'
import { prefetchInbox, type PrefetchInboxOptions } from '../../src/server/index.ts'
import { createTestService, makeNotification, makeNotifications, type TestService } from '../../src/testing/index.ts'
import { createFakeBrowser } from '../hooks/fakeBrowser.ts'
import { pass } from '../setup/pass.ts'

/** A server that renders pages for the user in the request's cookie. */
const prefetch = (service: TestService, options: Partial<PrefetchInboxOptions> = {}) =>
  prefetchInbox({
    subscriberId: 'ada',
    baseUrl: '/api/inbox',
    headers: { cookie: 'ada' },
    proxy: createInboxProxy({
      serviceUrl: 'https://service.test',
      apiKey: 'the-key-of-the-service',
      basePath: '/api/inbox',
      authenticate: ({ headers }) => headers.get('cookie'),
      fetch: service.fetch,
      onError: () => undefined,
    }),
    ...options,
  })

const arrivals: (() => void)[] = []
afterEach(() => {
  for (const leave of arrivals.splice(0)) leave()
  vi.useRealTimers()
})

/** Hydrates the server's HTML in the browser. There must be no mismatch. */
const arrive = async (html: string, page: ReactNode) => {
  vi.useFakeTimers()
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = html
  const onRecoverableError = vi.fn()
  const complain = vi.spyOn(console, 'error')
  const root = await act(async () => hydrateRoot(container, page, { onRecoverableError }))
  arrivals.push(() => {
    act(() => root.unmount())
    container.remove()
  })
  // All requests after hydration are sent meanwhile. The next poll is later.
  await pass(1_000)
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(complain).not.toHaveBeenCalled()
  complain.mockRestore()
  return within(container)
}

/** The page contains the state as JSON. */
const travel = <Value,>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value

const inboxProps = (service: TestService) => ({
  subscriberId: 'ada',
  baseUrl: '/api/inbox',
  fetch: service.fetch,
  environment: { openBroadcast: () => undefined, locks: undefined },
})

it('renders the real count, and fetches only the panel’s first page after hydration', async () => {
  const service = createTestService({ notifications: makeNotifications(3) })
  const initialState = travel(await prefetch(service))
  expect(service.requests).toHaveLength(1)
  const bell = <Inbox {...inboxProps(service)} initialState={initialState} />
  const html = renderToString(bell)
  expect(html).toContain('aria-label="Notifications, 3 new"')
  const page = await arrive(html, bell)
  page.getByRole('button', { name: 'Notifications, 3 new' })
  expect(service.requests.slice(1).map(({ query }) => query)).toEqual([{ limit: '20' }])
})

it('renders the real notifications of a page, which can be used immediately', async () => {
  const service = createTestService({ notifications: makeNotifications(30) })
  const initialState = travel(await prefetch(service, { feed: true }))
  const asked = service.requests.length
  const inbox = <InboxPage {...inboxProps(service)} initialState={initialState} />
  const html = renderToString(inbox)
  const drawn = [...html.matchAll(/data-id="(\w+)"/g)].map(([, id]) => id)
  expect(drawn.slice(0, 3)).toEqual(['n29', 'n28', 'n27'])
  const page = await arrive(html, inbox)
  expect(service.requests).toHaveLength(asked)

  const first = page.getAllByRole('article')[0] as HTMLElement
  await act(async () => within(first).getByRole('button', { name: 'Mark as read' }).click())
  expect(first).not.toHaveAttribute('data-unread')
  await waitFor(() => expect(service.requests.at(-1)?.operation).toBe('markAs'))
  expect(first).not.toHaveAttribute('data-unread')
})

it('renders a bell and a page that share one inbox, each with its own prefetch', async () => {
  const service = createTestService({ notifications: makeNotifications(3) })
  const [ofBell, ofPage] = [await prefetch(service), await prefetch(service, { feed: true })].map(travel)
  const asked = service.requests.length
  const app = () => (
    <QueryClientProvider client={new QueryClient()}>
      <Inbox {...inboxProps(service)} initialState={ofBell} />
      <InboxPage {...inboxProps(service)} initialState={ofPage} />
    </QueryClientProvider>
  )
  const html = renderToString(app())
  expect(html).toContain('aria-label="Notifications, 3 new"')
  expect(html).toContain('data-id="n2"')
  const page = await arrive(html, app())
  expect(page.getAllByRole('article')).toHaveLength(3)
  expect(service.requests).toHaveLength(asked)
})

it('shows a page that the reader opens later from its own prefetch', async () => {
  const service = createTestService({ notifications: makeNotifications(3) })
  const ofBell = travel(await prefetch(service))
  const ofPage = travel(await prefetch(service, { feed: true }))
  const asked = service.requests.length
  const App = () => {
    const [isOpen, setIsOpen] = useState(false)
    return (
      <>
        <Inbox {...inboxProps(service)} initialState={ofBell} prefetch="none" />
        <button onClick={() => setIsOpen(true)}>Open</button>
        {isOpen && <InboxPage {...inboxProps(service)} initialState={ofPage} />}
      </>
    )
  }
  const app = () => (
    <QueryClientProvider client={new QueryClient()}>
      <App />
    </QueryClientProvider>
  )
  const page = await arrive(renderToString(app()), app())
  await act(async () => page.getByRole('button', { name: 'Open' }).click())
  await pass(1_000)
  expect(page.getAllByRole('article')).toHaveLength(3)
  expect(service.requests).toHaveLength(asked)
})

it('renders an app below a path, whose proxy may not know that path', async () => {
  const baseUrl = '/portal/api/inbox'
  const initialState = travel(
    await prefetch(createTestService({ notifications: makeNotifications(1) }), { baseUrl, feed: true }),
  )
  const html = renderToString(
    <InboxPage
      {...inboxProps(createTestService())}
      baseUrl={baseUrl}
      initialState={initialState}
      resolveHref={(path) => `/portal${path}`}
    />,
  )
  expect(html).toContain('href="/portal/posts/0"')
})

it('marks persist although the server’s clock is ahead', async () => {
  const service = createTestService({ notifications: makeNotifications(2) })
  vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] })
  const initialState = travel(await prefetch(service, { feed: true }))
  vi.useRealTimers()
  const inbox = <InboxPage {...inboxProps(service)} initialState={initialState} />
  const page = await arrive(renderToString(inbox), inbox)
  const first = page.getAllByRole('article')[0] as HTMLElement
  await act(async () => within(first).getByRole('button', { name: 'Mark as read' }).click())
  await waitFor(() => expect(service.requests.at(-1)?.operation).toBe('markAs'))
  await pass(1_000)
  expect(first).not.toHaveAttribute('data-unread')
})

it('shows a state from long ago, and refetches it', async () => {
  const service = createTestService({ notifications: makeNotifications(3) })
  const snapshot = await prefetch(service)
  const initialState = snapshot && { ...snapshot, takenAt: snapshot.takenAt - 600_000 }
  service.add(makeNotification(3))
  const bell = <Inbox {...inboxProps(service)} initialState={initialState} />
  const html = renderToString(bell)
  expect(html).toContain('aria-label="Notifications, 3 new"')
  const page = await arrive(html, bell)
  await page.findByRole('button', { name: 'Notifications, 4 new' })
})

it('never shows the state of one subscriber in the inbox of another', async () => {
  const service = createTestService({ notifications: makeNotifications(3) })
  const initialState = await prefetch(service, { feed: true })
  const html = renderToString(<InboxPage {...inboxProps(service)} subscriberId="eve" initialState={initialState} />)
  expect(html).not.toContain('data-id')
})

it('fetches nothing if no one is signed in', async () => {
  const service = createTestService()
  expect(await prefetch(service, { subscriberId: null })).toBeUndefined()
  expect(service.requests).toEqual([])
})

it('returns only the inbox that the proxy allows', async () => {
  const service = createTestService({ notifications: makeNotifications(3) })
  const onError = vi.fn()
  expect(await prefetch(service, { headers: { cookie: 'eve' }, onError })).toBeUndefined()
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ status: 403 }))
  expect(service.requests).toEqual([])
})

it.each(['cross-site', 'same-site', 'same-origin', 'none'])(
  'fetches the count for a page request from another site too (%s)',
  async (site) => {
    const service = createTestService({ notifications: makeNotifications(3) })
    const onError = vi.fn()
    const headers = { cookie: 'ada', 'sec-fetch-site': site, origin: 'https://elsewhere.example' }
    expect(await prefetch(service, { headers, onError })).toBeDefined()
    expect(onError).not.toHaveBeenCalled()
  },
)

it('rethrows the signal of a framework that ends the render, without reporting it', async () => {
  const ended = Object.assign(new Error('During prerendering, fetch() rejects.'), {
    digest: 'HANGING_PROMISE_REJECTION',
  })
  const onError = vi.fn()
  const proxy = createInboxProxy({
    serviceUrl: 'https://service.test',
    apiKey: 'key',
    authenticate: () => 'ada',
    basePath: '/api/inbox',
    fetch: () => Promise.reject(ended),
    onError,
  })
  await expect(prefetch(createTestService(), { proxy, onError })).rejects.toBe(ended)
  expect(onError).not.toHaveBeenCalled()
})

it('logs a failure once: in the proxy, or here if the proxy does not log it', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const options = { serviceUrl: 'https://service.test', basePath: '/api/inbox' }
  const keyless = createInboxProxy({ ...options, apiKey: undefined, authenticate: () => 'ada' })
  for (let page = 0; page < 3; page++) expect(await prefetch(createTestService(), { proxy: keyless })).toBeUndefined()
  expect(log.mock.calls).toEqual([[expect.any(String), expect.objectContaining({ code: 'TIDINGS_309' })]])
  const unknown = createInboxProxy({ ...options, apiKey: 'key', authenticate: () => null })
  await prefetch(createTestService(), { proxy: unknown })
  expect(log).toHaveBeenLastCalledWith(expect.objectContaining({ code: 'TIDINGS_104' }))
  log.mockRestore()
})

it('does not delay the page beyond its timeout', async () => {
  const onError = vi.fn()
  const snapshot = await prefetch(createTestService(), { proxy: () => new Promise(() => {}), timeout: 20, onError })
  expect(snapshot).toBeUndefined()
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ name: 'TimeoutError' }))
})

describe('with a stream', () => {
  // jsdom has none.
  beforeEach(() => void vi.stubGlobal('ReadableStream', ReadableStream))
  afterEach(() => void vi.unstubAllGlobals())

  /** The service's stream of hints, without any. */
  const quietStream = () =>
    new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) =>
          controller.enqueue(new TextEncoder().encode('event: status\ndata: {"complete":true}\n\n')),
      }) as unknown as BodyInit,
      { headers: { 'content-type': 'text/event-stream' } },
    )

  const setUpStream = (size: number) => {
    const service = createTestService({ notifications: makeNotifications(size) })
    const proxy = createInboxProxy({
      serviceUrl: 'https://service.test',
      apiKey: 'the-key-of-the-service',
      basePath: '/api/inbox',
      authenticate: () => 'ada',
      fetch: async (input, init) => (String(input).endsWith('/v1/live') ? quietStream() : service.fetch(input, init)),
    })
    const requests: string[] = []
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const { pathname, search } = new URL(String(input), 'http://localhost')
      requests.push(`${pathname.split('/').at(-1)}${search.replace(/token=.+/, 'token')}`)
      return proxy(new Request(new URL(String(input), 'http://localhost'), init))
    }
    const { environment } = createFakeBrowser().openPage()
    const props = { subscriberId: 'ada', baseUrl: '/api/inbox', fetch, environment }
    return { proxy, requests, props }
  }

  it.each([
    ['<InboxPage>', true, InboxPage, []],
    ['<Inbox>, with its panel', true, Inbox, []],
    ['<Inbox>', false, Inbox, ['feed?limit=20']],
  ])('the browser fetches only what is not in the state: %s', async (_, feed, Component, expected) => {
    for (const size of [3, 30]) {
      const { proxy, requests, props } = setUpStream(size)
      // Another browser has a stream, so the proxy gets the service's hints.
      await proxy(new Request('http://localhost/api/inbox/v1/subscribers/ada/live'))
      const initialState = travel(await prefetch(createTestService(), { proxy, feed }))
      const inbox = <Component {...props} initialState={initialState} />
      await arrive(renderToString(inbox), inbox)
      await pass(20_000)
      expect([size, ...requests]).toEqual([size, ...expected, 'live?token'])
      for (const leave of arrivals.splice(0)) leave()
    }
  })
})
