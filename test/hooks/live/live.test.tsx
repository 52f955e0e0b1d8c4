import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveHint } from '../../../src/contract/live/liveStream.ts'
import {
  refreshInbox,
  useFeed,
  useLiveStatus,
  useMarkAs,
  useRefresh,
  useUnreadCount,
  useUnseenCount,
} from '../../../src/hooks/index.ts'
import type { InboxProviderProps } from '../../../src/hooks/index.ts'
import type { InboxEnvironment } from '../../../src/state/inboxStore.ts'
import type { Visibility } from '../../../src/state/live/streamOwner.ts'
import { createTestService, makeNotification, makeNotifications } from '../../../src/testing/index.ts'
import { pass } from '../../setup/pass.ts'
import { createFakeBrowser } from '../fakeBrowser.ts'
import { renderInbox } from '../inboxHarness.tsx'
import { createLiveProxy } from './liveProxy.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const minute = 60_000

/** A tab that the test shows and hides. */
const createVisibility = (isVisible = true): Visibility & { show: (isShown: boolean) => void } => {
  const listeners = new Set<() => void>()
  return {
    isVisible: () => isVisible,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    show: (isShown) => {
      isVisible = isShown
      for (const listener of listeners) listener()
    },
  }
}

const useBell = () => ({ count: useUnseenCount(), status: useLiveStatus(), markAs: useMarkAs(), refresh: useRefresh() })

/** A service with notifications, its proxy, and a browser. */
const setUp = (notifications = makeNotifications(3)) => {
  const service = createTestService({ notifications })
  const proxy = createLiveProxy(service)
  const browser = createFakeBrowser()
  proxy.beat()
  let opened = 0
  const openTab = <Result,>(
    hook: () => Result,
    provider: Partial<InboxProviderProps> = {},
    environment: Partial<InboxEnvironment> = {},
  ) => {
    const page = browser.openPage()
    const visibility = createVisibility()
    opened += 1
    const name = `tab-${opened}`
    let ids = 0
    const tab = renderInbox(
      service,
      hook,
      {
        fetch: proxy.fetch,
        environment: {
          gatherFor: 1,
          gatherSeenFor: 1,
          random: () => 0.5,
          newId: () => `${name}-${(ids += 1)}`,
          visibility,
          ...page.environment,
          ...environment,
        },
        ...provider,
      },
      { isStrict: false },
    )
    return Object.assign(tab, { visibility, close: () => (tab.unmount(), page.close()) })
  }
  return { service, proxy, openTab }
}

/** Requests of the feed since a moment. */
const countRequests = (service: { requests: readonly unknown[] }) => {
  const before = service.requests.length
  return () => service.requests.length - before
}

describe('with a stream of hints', () => {
  it('a notification is counted as soon as it is hinted, with one request', async () => {
    const { service, proxy, openTab } = setUp()
    const { result } = openTab(useBell)
    await pass(2_000)
    expect(result.current.status).toBe('live')
    const requests = countRequests(service)
    service.add(makeNotification(9))
    proxy.hint()
    await pass(50)
    expect(result.current.count.count).toBe(4)
    expect(requests()).toBe(1)
  })

  it.each([{ spread: 'x' }, { spread: 1e9 }])('follows hints, also after the malformed %j', async (hint) => {
    const { service, proxy, openTab } = setUp()
    const { result } = openTab(useBell)
    await pass(2_000)
    const requests = countRequests(service)
    proxy.hint(hint as LiveHint)
    await pass(20_000)
    expect(requests()).toBe(1)
    service.add(makeNotification(9))
    proxy.hint()
    await pass(50)
    expect(result.current.count.count).toBe(4)
    expect(requests()).toBe(2)
    expect(proxy.requested).toBe(1)
  })

  it('a list on screen shows it with the newest page, and the count follows', async () => {
    const { service, proxy, openTab } = setUp(makeNotifications(30))
    const { result } = openTab(() => ({ feed: useFeed(), count: useUnseenCount() }))
    await pass(2_000)
    const requests = countRequests(service)
    service.add(makeNotification(99))
    proxy.hint()
    await pass(50)
    expect(result.current.feed.notifications[0]?._id).toBe('n99')
    expect(result.current.count.count).toBe(31)
    expect(requests()).toBe(2)
  })

  it('takes the counts from the newest page if it has the whole list', async () => {
    const { service, proxy, openTab } = setUp()
    const { result } = openTab(() => ({ feed: useFeed(), unseen: useUnseenCount(), unread: useUnreadCount() }))
    await pass(2_000)
    const requests = countRequests(service)
    service.mark('n1', 'read')
    proxy.hint()
    await pass(50)
    expect([result.current.unseen.count, result.current.unread.count]).toEqual([2, 2])
    expect(requests()).toBe(1)
  })

  it('fetches once after it has connected, because hints may have been missed', async () => {
    const { service, proxy, openTab } = setUp()
    proxy.next = 503
    const { result } = openTab(useBell)
    await pass(1_000)
    expect(result.current.count.count).toBe(3)
    service.add(makeNotification(9))
    proxy.next = 'open'
    const requests = countRequests(service)
    await pass(15_000)
    expect(result.current.count.count).toBe(4)
    expect(requests()).toBe(1)
  })

  it('polls every five minutes while every change is hinted, and every 30 seconds otherwise', async () => {
    const { service, proxy, openTab } = setUp()
    openTab(useBell)
    await pass(2_000)
    const live = countRequests(service)
    await pass(4.9 * minute)
    expect(live()).toBe(0)
    await pass(0.2 * minute)
    expect(live()).toBe(1)
    act(() => proxy.setComplete(false))
    const incomplete = countRequests(service)
    await pass(1.6 * minute)
    expect(incomplete()).toBe(3)
  })

  it('fetches again 30 seconds after a failure, although the stream is open and hints every change', async () => {
    const { service, proxy, openTab } = setUp()
    service.fail('getFeed', { status: 400 })
    const { result } = openTab(() => ({ ...useBell(), feed: useFeed() }))
    await pass(2_000)
    expect(result.current.feed.isError).toBe(true)
    service.fail('getFeed', { status: 400 })
    service.add(makeNotification(9))
    proxy.hint()
    await pass(2_000)
    expect([result.current.count.count, result.current.feed.notifications.length]).toEqual([3, 0])
    const before = countRequests(service)
    await pass(32_000)
    expect([result.current.count.count, result.current.feed.notifications.length]).toEqual([4, 4])
    await pass(4 * minute)
    expect(before()).toBe(1)
  })

  it('polls every 30 seconds after the stream has broken, and returns to five minutes after it is open again', async () => {
    const { service, proxy, openTab } = setUp()
    const { result } = openTab(useBell)
    await pass(2_000)
    proxy.next = 503
    act(() => [...proxy.streams][0]?.break())
    await pass(100)
    expect(result.current.status).toBe('polling')
    const broken = countRequests(service)
    await pass(1.6 * minute)
    expect(broken()).toBe(3)
    proxy.next = 'open'
    await pass(30_000)
    expect(result.current.status).toBe('live')
    const live = countRequests(service)
    await pass(4.4 * minute)
    expect(live()).toBe(0)
  })

  it('reconnects within seconds when the server ends the stream', async () => {
    const { proxy, openTab } = setUp()
    openTab(useBell)
    await pass(10 * minute)
    act(() => [...proxy.streams][0]?.end())
    await pass(3_000)
    expect(proxy.streams.size).toBe(1)
    expect(proxy.requested).toBe(2)
  })

  it('does not connect again and again to a server that ends each stream at once', async () => {
    const { proxy, openTab } = setUp()
    openTab(useBell)
    await pass(1_000)
    for (let elapsed = 0; elapsed < 10 * minute; elapsed += 1_000) {
      act(() => [...proxy.streams][0]?.end())
      await pass(1_000)
    }
    expect(proxy.requested).toBeLessThan(30)
  })

  it('reconnects when nothing has arrived for 45 seconds', async () => {
    const { proxy, openTab } = setUp()
    openTab(useBell)
    await pass(1_000)
    proxy.next = 'silent'
    await pass(44_000)
    expect(proxy.requested).toBe(1)
    await pass(20_000)
    expect(proxy.requested).toBe(2)
  })

  it('reconnects at once when the browser is online, and when the tab becomes visible', async () => {
    const { proxy, openTab } = setUp()
    proxy.next = 503
    const { visibility } = openTab(useBell)
    await pass(1_000)
    expect(proxy.requested).toBe(1)
    act(() => visibility.show(true))
    await pass(10)
    expect(proxy.requested).toBe(2)
    act(() => void globalThis.dispatchEvent(new Event('offline')))
    act(() => void globalThis.dispatchEvent(new Event('online')))
    await pass(10)
    expect(proxy.requested).toBe(3)
  })

  it('does not reconnect after 403 until the service answers the reader again', async () => {
    const { service, proxy, openTab } = setUp()
    proxy.next = 403
    const { result } = openTab(useBell)
    service.fail('getFeed', { status: 403 }, Infinity)
    await pass(10 * minute)
    expect(proxy.requested).toBe(1)
    proxy.next = 'open'
    service.clear()
    await act(() => result.current.count.refetch())
    await pass(10)
    expect(proxy.requested).toBe(2)
  })

  it('tries a proxy without a stream again after ten minutes, and polls meanwhile', async () => {
    const { service, proxy, openTab } = setUp()
    proxy.next = 404
    const { result } = openTab(useBell)
    await pass(1_000)
    expect(result.current.status).toBe('polling')
    const requests = countRequests(service)
    await pass(5 * minute)
    expect(requests()).toBe(10)
    expect(proxy.requested).toBe(1)
    await pass(5.1 * minute)
    expect(proxy.requested).toBe(2)
  })

  it('a mark names the stream, which needs no hint of it', async () => {
    const { proxy, openTab } = setUp()
    const { result } = openTab(useBell)
    await pass(1_000)
    act(() => result.current.markAs.mutate({ messageId: 'n1', markAs: 'read' }))
    await pass(100)
    const mark = proxy.fetch.mock.calls.find(([, init]) => init?.method === 'POST' || init?.method === 'PATCH')
    const [stream] = proxy.streams
    expect(stream?.streamId).toBeTruthy()
    expect(new Headers(mark?.[1]?.headers).get('tidings-stream')).toBe(stream?.streamId)
  })

  it('fetches once 30 seconds after marks, because a request may have arrived late', async () => {
    const { service, openTab } = setUp()
    const { result } = openTab(useBell)
    await pass(2_000)
    // The service does it after the client has given up.
    service.fail('markAs', { delay: 20_000, of: 'request' })
    act(() => result.current.markAs.mutate({ messageId: 'n1', markAs: 'read' }))
    await pass(12_000)
    expect(result.current.count.count).toBe(3)
    const before = service.requestsOf('getFeed').length
    await pass(30_000)
    expect(result.current.count.count).toBe(2)
    await pass(3 * minute)
    expect(service.requestsOf('getFeed').length - before).toBe(1)
  })

  it('is off with live={false}, and without a subscriber', async () => {
    const { proxy, openTab } = setUp()
    openTab(useBell, { live: false })
    openTab(useBell, { subscriberId: null })
    await pass(minute)
    expect(proxy.requested).toBe(0)
  })

  it('without Web Locks, each visible tab has its own stream, and a hidden one has none', async () => {
    const { service, proxy, openTab } = setUp()
    const [one, other] = [1, 2].map(() => openTab(useBell, {}, { locks: undefined }))
    if (!one || !other) throw new Error('There are two tabs.')
    const statuses = () => [one, other].map(({ result }) => result.current.status)
    await pass(2_000)
    expect([proxy.requested, statuses()]).toEqual([2, ['live', 'live']])
    act(() => one.visibility.show(false))
    await pass(50)
    expect(statuses()).toEqual(['polling', 'live'])
    service.add(makeNotification(9))
    proxy.hint()
    await pass(50)
    expect(other.result.current.count.count).toBe(4)
    act(() => one.visibility.show(true))
    act(() => one.visibility.show(false))
    act(() => one.visibility.show(true))
    await pass(2_000)
    expect(statuses()).toEqual(['live', 'live'])
    expect(one.result.current.count.count).toBe(4)
  })

  it('a page that was requested before a hint, and arrives after it, is fetched again', async () => {
    const { service, proxy, openTab } = setUp()
    const { result } = openTab(useBell)
    await pass(2_000)
    const release = service.hold('getFeed')
    act(() => void result.current.count.refetch())
    await pass(10)
    service.add(makeNotification(9))
    proxy.hint()
    await pass(10)
    release()
    await pass(2_000)
    expect(result.current.count.count).toBe(4)
  })

  it('an early hint is followed until the notification is stored', async () => {
    const { service, proxy, openTab } = setUp()
    const { result } = openTab(useBell)
    await pass(2_000)
    proxy.hint({ early: true })
    await pass(2_000)
    expect(result.current.count.count).toBe(3)
    service.add(makeNotification(9))
    await pass(1_500)
    expect(result.current.count.count).toBe(4)
    const requests = countRequests(service)
    await pass(minute)
    expect(requests()).toBe(0)
  })

  it('useRefresh and refreshInbox fetch as a hint does', async () => {
    const { service, openTab } = setUp()
    const { result } = openTab(useBell, { live: false })
    await pass(2_000)
    service.add(makeNotification(9))
    act(() => void result.current.refresh())
    await pass(10)
    expect(result.current.count.count).toBe(4)
    service.add(makeNotification(10))
    act(() => void refreshInbox())
    await pass(1_100)
    expect(result.current.count.count).toBe(5)
  })
})

describe('the tabs of a browser', () => {
  it('have one stream together, and each shows what is hinted', async () => {
    const { service, proxy, openTab } = setUp()
    const tabs = Array.from({ length: 5 }, () => openTab(useBell))
    await pass(2_000)
    expect(proxy.streams.size).toBe(1)
    expect(tabs.map(({ result }) => result.current.status)).toEqual(tabs.map(() => 'live'))
    const requests = countRequests(service)
    service.add(makeNotification(9))
    proxy.hint()
    await pass(1_500)
    expect(tabs.map(({ result }) => result.current.count.count)).toEqual(tabs.map(() => 4))
    expect(requests()).toBe(1)
  })

  it('send marks that name the stream of another tab', async () => {
    const { proxy, openTab } = setUp()
    openTab(useBell)
    const { result } = openTab(useBell)
    await pass(2_000)
    act(() => result.current.markAs.mutate({ messageId: 'n1', markAs: 'read' }))
    await pass(100)
    const mark = proxy.fetch.mock.calls.find(([, init]) => init?.method === 'POST' || init?.method === 'PATCH')
    expect(new Headers(mark?.[1]?.headers).get('tidings-stream')).toBe([...proxy.streams][0]?.streamId)
  })

  it('follow a closed tab: the next one opens the stream', async () => {
    const { service, proxy, openTab } = setUp()
    const first = openTab(useBell)
    const { result } = openTab(useBell)
    await pass(2_000)
    first.close()
    await pass(2_000)
    expect(proxy.streams.size).toBe(1)
    expect(result.current.status).toBe('live')
    service.add(makeNotification(9))
    proxy.hint()
    await pass(1_500)
    expect(result.current.count.count).toBe(4)
  })

  it('pass the stream from a hidden tab to a visible one', async () => {
    const { proxy, openTab } = setUp()
    const first = openTab(useBell)
    const second = openTab(useBell)
    await pass(2_000)
    const [before] = proxy.streams
    act(() => first.visibility.show(false))
    await pass(2_000)
    expect(proxy.streams.size).toBe(1)
    expect([...proxy.streams][0]).not.toBe(before)
    // Later, the reader opens a tab beside a hidden one.
    act(() => second.visibility.show(false))
    await pass(2_000)
    const third = openTab(useBell)
    await pass(2_000)
    expect(proxy.streams.size).toBe(1)
    expect(third.result.current.status).toBe('live')
  })

  it('end the stream a minute after all of them are hidden, and open it when one is visible', async () => {
    const { proxy, openTab } = setUp()
    const tabs = [openTab(useBell), openTab(useBell)]
    await pass(2_000)
    for (const { visibility } of tabs) {
      act(() => visibility.show(false))
      await pass(100)
    }
    await pass(59_000)
    expect(proxy.streams.size).toBe(1)
    await pass(2_000)
    expect(proxy.streams.size).toBe(0)
    act(() => tabs[1]?.visibility.show(true))
    await pass(100)
    expect(proxy.streams.size).toBe(1)
  })

  it.each([true, false])('end the stream on pagehide, and open it on pageshow: persisted %s', async (persisted) => {
    const { proxy, openTab } = setUp()
    const { result } = openTab(useBell)
    await pass(2_000)
    act(() => void globalThis.dispatchEvent(new Event('pagehide')))
    await pass(10)
    expect(proxy.streams.size).toBe(0)
    act(() => void globalThis.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })))
    await pass(10)
    expect(proxy.streams.size).toBe(1)
    expect(result.current.status).toBe('live')
  })

  it('make at most ten fetches in half an hour', async () => {
    const { service, proxy, openTab } = setUp()
    for (let tab = 0; tab < 10; tab += 1) openTab(useBell)
    await pass(1)
    for (let elapsed = 0; elapsed < 3; elapsed += 1) {
      await pass(10 * minute)
      expect(proxy.streams.size).toBe(1)
      act(() => [...proxy.streams][0]?.end())
    }
    expect(service.requests.length).toBeLessThanOrEqual(10)
  })
})
