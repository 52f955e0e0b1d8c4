import { focusManager } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createInboxClient } from '../../src/client/index.ts'
import { useArrivals } from '../../src/hooks/arrivals/useArrivals.ts'
import { useFeed, usePreferences, useUnseenCount } from '../../src/hooks/index.ts'
import { persistInbox } from '../../src/persist/index.ts'
import { createTestService, makeNotification, makeNotifications } from '../../src/testing/index.ts'
import { createFakeBrowser } from '../hooks/fakeBrowser.ts'
import { renderInbox } from '../hooks/inboxHarness.tsx'
import { createLiveProxy } from '../hooks/live/liveProxy.ts'
import { createMemoryStorage } from '../hooks/pages.tsx'
import { pass } from '../setup/pass.ts'
import { user } from '../setup/user.ts'
import { showInbox } from './showInbox.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  focusManager.setFocused(undefined)
  vi.useRealTimers()
})

const minute = 60_000
const day = 24 * 60 * minute

const focus = () =>
  act(() => {
    focusManager.setFocused(false)
    focusManager.setFocused(true)
  })

describe.each([
  ['back by a minute', -minute],
  ['back by an hour', -60 * minute],
  ['back by a year', -365 * day],
  ['forward by an hour', 60 * minute],
  ['forward by a year', 365 * day],
])('after the clock of the computer is set %s', (_, by) => {
  /** The service is another computer, whose clock is right. */
  let lead = 0
  beforeEach(() => void (lead = 0))
  const setClock = (step: number) => {
    lead += step
    vi.setSystemTime(Date.now() + step)
  }
  const now = () => Date.now() - lead
  const arrivingNow = (number: number) => makeNotification(number, { createdAt: new Date(now()).toISOString() })

  it('a hint is fetched within a second, and polls find what is not hinted', async () => {
    const service = createTestService({ notifications: makeNotifications(3), now })
    const proxy = createLiveProxy(service)
    proxy.beat()
    const environment = createFakeBrowser().openPage().environment
    const { result } = renderInbox(service, useUnseenCount, { fetch: proxy.fetch, environment })
    await pass(5_000)
    expect(proxy.streams.size).toBe(1)
    proxy.hint()
    await pass(100)
    setClock(by)
    service.add(makeNotification(3))
    proxy.hint()
    await pass(1_000)
    expect(result.current.count).toBe(4)

    service.add(makeNotification(4))
    await pass(340_000)
    expect(result.current.count).toBe(5)
  })

  it('the focus and `refetch` fetch', async () => {
    const service = createTestService({ notifications: makeNotifications(3), now })
    const { result } = renderInbox(service, () => useFeed({ read: false }), { pollInterval: 300_000 })
    await pass(10_000)
    setClock(by)
    service.add(makeNotification(3))
    focus()
    await pass(100)
    expect(result.current.notifications).toHaveLength(4)

    const before = service.requests.length
    act(() => void result.current.refetch())
    await pass(100)
    expect(service.requests.length).toBeGreaterThan(before)
  })

  it('a list that failed is fetched again by itself', async () => {
    const service = createTestService({ notifications: makeNotifications(3), now })
    const useInbox = () => ({ feed: useFeed(), count: useUnseenCount() })
    service.fail('getFeed', { status: 500 })
    const { result } = renderInbox(service, useInbox, { retry: false, pollInterval: 5_000 })
    await pass(100)
    setClock(by)
    service.clear()
    await pass(60_000)
    expect(result.current.feed.notifications).toHaveLength(3)
  })

  it('preferences show what another device has saved since', async () => {
    const service = createTestService({ now })
    const otherDevice = createInboxClient({ baseUrl: 'http://other.test', fetch: service.fetch })
    const { result } = renderInbox(service, () => [useUnseenCount(), usePreferences()] as const)
    await pass(100)
    await act(async () => result.current[1].update({ channels: { email: false } }))
    setClock(by)
    await pass(10_000)
    await otherDevice.updatePreferences('ada', { channels: { email: true } })
    focus()
    await pass(100)
    expect(result.current[1].data?.global.channels.email).toBe(true)
  })

  it('a snooze “in 3 hours” ends three hours later by the service’s clock', async () => {
    const service = createTestService({ notifications: makeNotifications(2), now })
    const fetch: typeof globalThis.fetch = async (...request) => {
      const response = await service.fetch(...request)
      response.headers.set('date', new Date(now()).toUTCString())
      return response
    }
    setClock(by)
    const inbox = showInbox(service, { fetch, seenWhen: 'open' }, user())
    await inbox.open()
    await pass(5_000)
    await inbox.click('More', inbox.row('n1'))
    await user().click(await screen.findByRole('menuitem', { name: /^In 3 hours/ }))
    await pass(5_000)
    const [snooze] = service.requestsOf('batchNotifications').map(({ body }) => body as { snoozeUntil: string })
    const snoozeUntil = snooze?.snoozeUntil ?? ''
    expect(Math.abs(Date.parse(snoozeUntil) - now() - 3 * 60 * minute)).toBeLessThan(minute)
    expect(inbox.ids()).toEqual(['n0'])
  })

  it('the first notification of an empty inbox arrives once', async () => {
    const service = createTestService({ notifications: [], now })
    const onArrival = vi.fn<(arrived: { notifications: readonly { _id: string }[] }) => void>()
    renderInbox(service, () => [useUnseenCount(), useArrivals(onArrival, true)], { pollInterval: 1_000 })
    // The user corrects a clock that was wrong.
    setClock(by)
    await pass(100)
    setClock(-by)
    await pass(60_000)
    service.add(arrivingNow(0))
    await pass(5_000)
    expect(onArrival.mock.calls.map(([{ notifications }]) => notifications[0]?._id)).toEqual(['n0'])
  })

  it('what arrived between two visits does not arrive again', async () => {
    const service = createTestService({ notifications: makeNotifications(3), now })
    const { storage } = createMemoryStorage()
    const onArrival = vi.fn<() => void>()
    const visit = () =>
      renderInbox(service, () => [useUnseenCount(), useArrivals(onArrival, true)], { persist: persistInbox(storage) })
    const first = visit()
    await pass(5_000)
    first.unmount()
    setClock(by)
    service.add(arrivingNow(3))
    visit()
    await pass(60_000)
    expect(onArrival).not.toHaveBeenCalled()
  })
})

describe.each([1e308, 2 ** 43, -1, Number.NaN, undefined])('the time %s', (time) => {
  const setUp = () => {
    const service = createTestService({ notifications: makeNotifications(3) })
    const proxy = createLiveProxy(service)
    proxy.beat()
    return { service, proxy, environment: createFakeBrowser().openPage().environment, memory: createMemoryStorage() }
  }
  type Count = ReturnType<typeof useUnseenCount>
  const expectLive = async ({ service, proxy }: ReturnType<typeof setUp>, result: { current: Count }) => {
    expect(result.current.count).toBe(3)
    service.add(makeNotification(3))
    proxy.hint()
    await pass(1_500)
    expect(result.current.count).toBe(4)
  }

  it('does not stop live updates from a storage', async () => {
    const world = setUp()
    const { service, proxy, environment, memory } = world
    const persist = persistInbox(memory.storage)
    const first = renderInbox(service, useUnseenCount, { fetch: proxy.fetch, environment, persist })
    await pass(5_000)
    first.unmount()
    await pass(100)
    for (const [key, text] of memory.entries)
      memory.entries.set(
        key,
        text.replaceAll(/"(requestedAt|settledAt|madeAt)":[\d.]+/g, `"$1":${JSON.stringify(time) ?? null}`),
      )
    const { result } = renderInbox(service, useUnseenCount, { fetch: proxy.fetch, environment, persist })
    await pass(5_000)
    await expectLive(world, result)
  })

  it.each(['at', 'page'])('does not stop live updates as that of another tab: %s', async (field) => {
    const world = setUp()
    const { service, proxy, environment } = world
    let name = ''
    const { result } = renderInbox(service, useUnseenCount, {
      fetch: proxy.fetch,
      environment: {
        ...environment,
        openBroadcast: (opened) => {
          name = opened
          return environment.openBroadcast(opened)
        },
      },
    })
    await pass(5_000)
    const other = environment.openBroadcast(name)
    const page = { kind: 'page', queryKey: ['x'], page: { data: [], requestedAt: time }, at: Date.now() }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
    other?.postMessage(field === 'at' ? { kind: 'waiting', at: time } : page)
    await pass(100)
    await expectLive(world, result)
  })
})
