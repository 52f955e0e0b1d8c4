import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  useFeed,
  useMarkAll,
  useMarkAs,
  useMarkSeen,
  usePreferences,
  useUnseenCount,
} from '../../../src/hooks/index.ts'
import { useInbox } from '../../../src/hooks/provider/InboxProvider.tsx'
import type { InboxEnvironment } from '../../../src/state/inboxStore.ts'
import { deleteLater } from '../../../src/state/intents/triageMessages.ts'
import { createTestService, makeNotification, makeNotifications } from '../../../src/testing/index.ts'
import { pass } from '../../setup/pass.ts'
import { createFakeBrowser } from '../fakeBrowser.ts'
import { renderInbox } from '../inboxHarness.tsx'

const pollInterval = 30_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Opens tabs of one browser, each with its own cache. `random` decides which tab polls first. */
const openTabs = async <Result,>(
  count: number,
  hook: () => Result,
  environment: Partial<InboxEnvironment> = createFakeBrowser(),
  notifications = makeNotifications(3),
) => {
  const service = createTestService({ notifications })
  const tabs = Array.from({ length: count }, (_, place) =>
    renderInbox(service, hook, {
      pollInterval,
      environment: { gatherFor: 1, gatherSeenFor: 1, random: () => place / count, ...environment },
    }),
  )
  await pass(100)
  return { service, tabs }
}

describe('the tabs of a browser', () => {
  it('poll once per interval together, and all show the response', async () => {
    const { service, tabs } = await openTabs(10, useUnseenCount)
    service.add(makeNotification(3))
    const before = service.requests.length
    await pass(pollInterval * 4)
    // The first tab waits nine tenths of the interval. Its response restarts the timers of the others.
    expect(service.requests.length - before).toBe(4)
    expect(tabs.map(({ result }) => result.current.count)).toEqual(Array.from({ length: 10 }, () => 4))
  })

  it('fetch once even if all of them start at the same moment', async () => {
    const { service, tabs } = await openTabs(10, useUnseenCount, { ...createFakeBrowser(), random: () => 0.5 })
    expect(service.requests).toHaveLength(1)
    await pass(pollInterval * 2)
    expect(service.requests).toHaveLength(3)
    expect(tabs.every(({ result }) => result.current.count === 3)).toBe(true)
  })

  it('poll on time after the tab that polled is closed', async () => {
    const { service, tabs } = await openTabs(3, useUnseenCount)
    await pass(pollInterval)
    tabs[0]?.unmount()
    const before = service.requests.length
    await pass(pollInterval * 1.1)
    expect(service.requests.length - before).toBe(1)
  })

  it('poll separately if locks are forbidden, as in a sandboxed frame', async () => {
    const forbidden = () => Promise.reject(new DOMException('Access is denied.', 'SecurityError'))
    const { service, tabs } = await openTabs(2, useUnseenCount, {
      ...createFakeBrowser(),
      locks: { request: forbidden },
    })
    expect(tabs.map(({ result }) => result.current.count)).toEqual([3, 3])
    service.add(makeNotification(3))
    await pass(pollInterval)
    expect(tabs.map(({ result }) => result.current.count)).toEqual([4, 4])
  })

  it('do not wait for a tab that is frozen during a request', async () => {
    const browser = createFakeBrowser()
    const { service } = await openTabs(2, useUnseenCount, browser)
    browser.freezeLocks()
    const before = service.requests.length
    await pass(pollInterval * 0.9 + 5_000)
    expect(service.requests.length).toBeGreaterThan(before)
  })

  it('poll separately in a browser without locks and channels', async () => {
    const { service } = await openTabs(2, useUnseenCount, { locks: undefined, openBroadcast: () => undefined })
    const before = service.requests.length
    await pass(pollInterval * 1.1)
    expect(service.requests.length - before).toBe(2)
  })

  it('refetch a list that lacks a message marked in another tab, known only by its id', async () => {
    const unread = makeNotifications(12, (n) => ({ read: n === 3 }))
    const useLists = () => ({ list: useFeed({ read: false }, { pageSize: 2 }), markAs: useMarkAs() })
    const { tabs } = await openTabs(2, useLists, createFakeBrowser(), unread)
    const [here, there] = [tabs[0]!.result, tabs[1]!.result]
    const ids = () => there.current.list.notifications.map(({ _id }) => _id)
    while (there.current.list.hasMore)
      await act(async () => {
        void there.current.list.fetchNextPage()
        await vi.advanceTimersByTimeAsync(100)
      })
    expect(ids()).toEqual(unread.map(({ _id }) => _id).filter((id) => id !== 'n3'))
    act(() => here.current.markAs.mutate({ messageId: 'n3', markAs: 'unread' }))
    await pass(100)
    expect(ids()).toEqual(unread.map(({ _id }) => _id))
  })

  it('refetch no list that already has the marked message, such as an arrival', async () => {
    const { service, tabs } = await openTabs(2, () => ({ unread: useFeed({ read: false }), markAs: useMarkAs() }))
    service.add(makeNotification(3))
    await pass(pollInterval)
    expect(tabs.map(({ result }) => result.current.unread.notifications.length)).toEqual([4, 4])
    const before = service.requests.length
    act(() => tabs[0]!.result.current.markAs.mutate({ messageId: 'n3', markAs: 'seen' }))
    await pass(100)
    expect(tabs[1]!.result.current.unread.notifications[0]).toMatchObject({ _id: 'n3', seen: true })
    expect(service.requests.slice(before).map(({ operation }) => operation)).toEqual(['markAs'])
  })

  it('refetch when both mark one message at the same time', async () => {
    const { service, tabs } = await openTabs(2, () => ({ feed: useFeed(), markAs: useMarkAs() }))
    const [here, there] = [tabs[0]!.result, tabs[1]!.result]
    const releaseFirst = service.hold('markAs')
    act(() => here.current.markAs.mutate({ messageId: 'n0', markAs: 'read' }))
    await pass(10)
    const releaseSecond = service.hold('markAs')
    act(() => there.current.markAs.mutate({ messageId: 'n0', markAs: 'unread' }))
    await pass(10)
    expect(service.notifications().at(-1)).toMatchObject({ _id: 'n0', read: false })
    // The response to the later mark arrives first.
    releaseSecond()
    await pass(10)
    releaseFirst()
    await pass(100)
    for (const tab of [here, there])
      expect(tab.current.feed.notifications.at(-1)).toMatchObject({ _id: 'n0', read: false })
  })

  it('refetch a page that was requested before another tab’s mark was broadcast, within the same millisecond', async () => {
    const { service, tabs } = await openTabs(2, () => ({ feed: useFeed(), markAs: useMarkAs() }))
    const [here, there] = [tabs[0]!.result, tabs[1]!.result]
    const before = service.requests.length
    // The page and then the mark get their responses in the same millisecond.
    setTimeout(() => void there.current.feed.refetch(), 6)
    service.fail('markAs', { delay: 5, of: 'request' })
    act(() => here.current.markAs.mutate({ messageId: 'n0', markAs: 'read' }))
    await pass(6)
    expect(service.requests.slice(before, before + 2).map(({ operation }) => operation)).toEqual(['getFeed', 'markAs'])
    await pass(100)
    for (const tab of [here, there])
      expect(tab.current.feed.notifications.at(-1)).toMatchObject({ _id: 'n0', read: true })
  })

  it('refetch nothing when both mark one message the same way, as two windows do with an arrival', async () => {
    const { service, tabs } = await openTabs(2, () => ({ feed: useFeed(), markSeen: useMarkSeen() }))
    const before = service.requests.length
    for (const { result } of tabs) act(() => result.current.markSeen(makeNotification(0)))
    await pass(100)
    for (const { result } of tabs)
      expect(result.current.feed.notifications.at(-1)).toMatchObject({ _id: 'n0', seen: true })
    expect(service.requests.slice(before).map(({ operation }) => operation)).toEqual(['markAs', 'markAs'])
  })

  describe('with a deletion that can still be undone', () => {
    const openTwo = async () => {
      const { service, tabs } = await openTabs(2, () => ({ store: useInbox().store, feed: useFeed() }))
      const [here, there] = [tabs[0]!.result, tabs[1]!.result]
      const remove = async () => {
        const held = await act(async () => deleteLater(here.current.store, ['n1']))
        await pass(10)
        return held
      }
      const shown = () => [here, there].map(({ current }) => current.feed.notifications.map(({ _id }) => _id).join(' '))
      return { service, remove, shown }
    }

    it('hide the message at once, and keep it hidden when it is deleted', async () => {
      const { service, remove, shown } = await openTwo()
      const { done } = await remove()
      expect(shown()).toEqual(['n2 n0', 'n2 n0'])
      expect(service.requestsOf('batchNotifications')).toEqual([])
      const release = service.hold('batchNotifications')
      act(done)
      await pass(100)
      expect(shown()).toEqual(['n2 n0', 'n2 n0'])
      release()
      await pass(100)
      expect(shown()).toEqual(['n2 n0', 'n2 n0'])
      expect(service.requestsOf('batchNotifications')).toHaveLength(1)
    })

    it.each(['is undone', 'fails'])('show the message again when that %s', async (end) => {
      const { service, remove, shown } = await openTwo()
      const { undo, done } = await remove()
      service.fail('batchNotifications', { status: 400 })
      await act(async () => void (end === 'fails' ? done() : undo()))
      await pass(100)
      expect(shown()).toEqual(['n2 n1 n0', 'n2 n1 n0'])
    })

    it('show the message again after a minute, if the tab crashed and nothing was persisted', async () => {
      const { remove, shown } = await openTwo()
      await remove()
      await pass(59_000)
      expect(shown()[1]).toBe('n2 n0')
      await pass(1_000)
      expect(shown()[1]).toBe('n2 n1 n0')
    })
  })

  it('show each other’s marks without a refetch', async () => {
    const { service, tabs } = await openTabs(2, () => ({ feed: useFeed(), markAs: useMarkAs(), markAll: useMarkAll() }))
    const [here, there] = [tabs[0]!.result, tabs[1]!.result]
    const feedRequests = () => service.requests.filter(({ operation }) => operation === 'getFeed').length
    const before = feedRequests()
    act(() => here.current.markAs.mutate({ messageId: 'n1', markAs: 'read' }))
    await pass(100)
    expect(there.current.feed.notifications.map(({ read }) => read)).toEqual([false, true, false])
    expect(feedRequests()).toBe(before)
    act(() => here.current.markAll.mutate({ markAs: 'unread' }))
    await pass(100)
    expect(there.current.feed.notifications.map(({ read }) => read)).toEqual([false, false, false])
  })

  it('show each other’s saved preferences without a refetch', async () => {
    const { service, tabs } = await openTabs(2, () => usePreferences())
    const [here, there] = [tabs[0]!.result, tabs[1]!.result]
    expect(there.current.data?.global.channels).toMatchObject({ in_app: true })
    act(() => void here.current.update({ channels: { in_app: false } }))
    await pass(100)
    expect(there.current.data?.global.channels).toMatchObject({ in_app: false })
    // Before and after the change here, and once there.
    expect(service.requestsOf('getPreferences')).toHaveLength(3)
  })

  it('get no broadcast about another subscriber', async () => {
    const browser = createFakeBrowser()
    const { service } = await openTabs(1, useUnseenCount, browser)
    const received: unknown[] = []
    renderInbox(createTestService({ subscriberId: 'bob' }), useUnseenCount, {
      subscriberId: 'bob',
      environment: {
        ...browser,
        openBroadcast: (name) => {
          const channel = browser.openBroadcast(name)
          channel?.addEventListener('message', ({ data }) => received.push(data))
          return channel
        },
      },
    })
    await pass(pollInterval * 2)
    expect(service.requests.length).toBeGreaterThan(1)
    expect(received).toEqual([])
  })

  it.each([
    ['a page without data', { kind: 'page', queryKey: null, page: {} }],
    ['marks without flags', { kind: 'settled', settled: { intent: { subject: 'feed' }, items: [null] } }],
  ])('report a message that is none of tidings, and go on: %s', async (_, junk) => {
    const browser = createFakeBrowser()
    const names: string[] = []
    const onError = vi.fn()
    const service = createTestService({ notifications: makeNotifications(3) })
    const { result } = renderInbox(service, useUnseenCount, {
      onError,
      environment: {
        ...browser,
        openBroadcast: (name) => {
          names.push(name)
          return browser.openBroadcast(name)
        },
      },
    })
    await pass(100)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
    browser.openBroadcast(names[0] ?? '')?.postMessage(junk)
    await pass(100)
    service.add(makeNotification(3))
    await pass(40_000)
    expect(result.current.count).toBe(4)
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(Error))
  })
})
