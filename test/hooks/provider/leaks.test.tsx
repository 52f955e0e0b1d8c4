import { QueryClient } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useFeed, useMarkAll, useMarkAs, usePreferences, useUnseenCount } from '../../../src/hooks/index.ts'
import { createTestService, makeNotification, makeNotifications } from '../../../src/testing/index.ts'
import { pass } from '../../setup/pass.ts'
import { createFakeBrowser } from '../fakeBrowser.ts'
import { renderInbox } from '../inboxHarness.tsx'

const pollInterval = 30_000
/** Longer than any cache entry, back-off or timeout. */
const forEver = 30 * 60_000

const useEverything = () => ({
  feed: useFeed({}, { pageSize: 5 }),
  unseen: useUnseenCount(),
  preferences: usePreferences(),
  markAs: useMarkAs(),
  markAll: useMarkAll(),
})
type Everything = ReturnType<typeof useEverything>

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const kinds: [
  kind: string,
  operation: 'getFeed' | 'getPreferences' | 'markAs' | 'markAll',
  start: (state: Everything) => void,
][] = [
  ['the next page', 'getFeed', ({ feed }) => void feed.fetchNextPage()],
  ['the list again', 'getFeed', ({ feed }) => void feed.refetch()],
  ['a count', 'getFeed', ({ unseen }) => void unseen.refetch()],
  ['preferences', 'getPreferences', ({ preferences }) => void preferences.refetch()],
  ['a mark', 'markAs', ({ markAs }) => markAs.mutate({ messageId: 'n3', markAs: 'read' })],
  ['a mark-all', 'markAll', ({ markAll }) => markAll.mutate({ markAs: 'read' })],
]

describe.each(kinds)('an inbox that unmounts during a request for %s', (_, operation, start) => {
  it.each(['responds', 'fails'])('leaves nothing behind when the service %s', async (how) => {
    const logs = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
    const service = createTestService({ notifications: makeNotifications(12) })
    const queryClient = new QueryClient()
    const { result, unmount } = renderInbox(service, useEverything, { pollInterval, queryClient, timeout: 5_000 })
    await pass(100)
    if (how === 'fails') service.fail(operation, { status: 500 }, 9)
    const release = service.hold(operation)
    act(() => start(result.current))
    await pass(10)
    unmount()
    release()
    await pass(1_000)
    const before = service.requests.length
    await pass(forEver)
    // No poll, no timer, and an empty cache.
    expect(service.requests).toHaveLength(before)
    expect(vi.getTimerCount()).toBe(0)
    expect(queryClient.getQueryCache().getAll()).toEqual([])
    expect(queryClient.getMutationCache().getAll()).toEqual([])
    for (const log of logs) expect(log).not.toHaveBeenCalled()
  })
})

it('a mark made just before the inbox unmounts is sent', async () => {
  const service = createTestService({ notifications: makeNotifications(2) })
  const { result, unmount } = renderInbox(service, useEverything)
  await pass(100)
  act(() => result.current.markAs.mutate({ messageId: 'n1', markAs: 'read' }))
  unmount()
  await pass(1_000)
  expect(service.notifications()[0]).toMatchObject({ _id: 'n1', read: true })
})

describe('several inboxes of one subscriber', () => {
  it('on one page fetch as one does, and show each other’s marks at once', async () => {
    const service = createTestService({ notifications: makeNotifications(3) })
    const queryClient = new QueryClient()
    // The same pause each time: nine tenths of the interval.
    const environment = { gatherFor: 1, openBroadcast: () => undefined, random: () => 0 }
    const open = () => renderInbox(service, useEverything, { pollInterval, queryClient, environment })
    const [one, other] = [open(), open()]
    await pass(100)
    // The list, which has the count, and the preferences.
    expect(service.requests).toHaveLength(2)
    await pass(pollInterval * 3)
    const afterBoth = service.requests.length
    service.hold('markAs')
    act(() => one.result.current.markAs.mutate({ messageId: 'n2', markAs: 'read' }))
    await pass(0)
    expect(other.result.current.feed.notifications[0]).toMatchObject({ _id: 'n2', read: true })
    expect(other.result.current.unseen.count).toBe(2)

    // One unmounts. The other is unaffected.
    one.unmount()
    service.add(makeNotification(3))
    await pass(pollInterval * 3)
    expect(other.result.current.feed.notifications).toHaveLength(4)
    // The newest page and the count each time.
    expect(afterBoth - 2).toBe(6)
    expect(service.requestsOf('getFeed').length - afterBoth + 1).toBeLessThanOrEqual(8)
  })

  it('in ten tabs with two inboxes each, with separate caches, poll once per interval', async () => {
    const service = createTestService({ notifications: makeNotifications(3) })
    const browser = createFakeBrowser()
    for (let place = 0; place < 20; place++)
      renderInbox(service, useUnseenCount, {
        pollInterval,
        queryClient: new QueryClient(),
        environment: { ...browser, random: () => Math.floor(place / 2) / 10 },
      })
    await pass(100)
    const before = service.requests.length
    await pass(pollInterval * 4)
    expect(service.requests.length - before).toBe(4)
  })
})
