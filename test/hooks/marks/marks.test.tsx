import { onlineManager } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { MarkAllBody } from '../../../src/contract/marks.ts'
import {
  type InboxProviderProps,
  useFailedMarks,
  useFeed,
  useMarkAll,
  useMarkAs,
  useMarkSeen,
  useUnreadCount,
  useUnseenCount,
} from '../../../src/hooks/index.ts'
import {
  createTestService,
  type Fault,
  makeNotification,
  makeNotifications,
  type TestService,
  type TestServiceOptions,
} from '../../../src/testing/index.ts'
import { actAndRender } from '../../setup/actAndRender.ts'
import { pass } from '../../setup/pass.ts'
import { renderInbox } from '../inboxHarness.tsx'

const useEverything = () => ({
  all: useFeed(),
  unread: useFeed({ read: false }),
  unseenCount: useUnseenCount().count,
  unreadCount: useUnreadCount().count,
  markAs: useMarkAs(),
  markAll: useMarkAll(),
  markSeen: useMarkSeen(),
  failed: useFailedMarks(),
})

const arrange = async (
  notifications = makeNotifications(3),
  options: TestServiceOptions = {},
  provider: Partial<InboxProviderProps> = {},
) => {
  const service = createTestService({ notifications, ...options })
  const { result } = renderInbox(service, useEverything, provider)
  await waitFor(() => {
    expect(result.current.all.isSuccess && result.current.unread.isSuccess).toBe(true)
    expect(result.current.unreadCount).toBeDefined()
    expect(result.current.unseenCount).toBeDefined()
  })
  return { service, result }
}

const flags = (result: { current: ReturnType<typeof useEverything> }) =>
  Object.fromEntries(result.current.all.notifications.map(({ _id, read, seen }) => [_id, { read, seen }]))

afterEach(() => {
  onlineManager.setOnline(true)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('useMarkAs', () => {
  it('shows in every list and count at once, before the service responds', async () => {
    const { service, result } = await arrange()
    const release = service.hold('markAs')
    act(() => result.current.markAs.mutate({ messageId: 'n1', markAs: 'read' }))
    await waitFor(() => expect(flags(result)).toMatchObject({ n1: { read: true, seen: true } }))
    expect(result.current.unread.notifications.map(({ _id }) => _id)).toEqual(['n2', 'n0'])
    expect(result.current).toMatchObject({ unreadCount: 2, unseenCount: 2 })
    release()
    await waitFor(() => expect(result.current.markAs.isSuccess).toBe(true))
    expect(result.current).toMatchObject({ unreadCount: 2, unseenCount: 2 })
    expect(result.current.markAs.data?.map(({ _id }) => _id)).toEqual(['n1'])
  })

  it('is reverted when the service refuses it, and can be retried', async () => {
    const { service, result } = await arrange()
    service.fail('markAs', { status: 400 })
    await act(async () => {
      await expect(result.current.markAs.mutateAsync({ messageId: 'n1', markAs: 'read' })).rejects.toMatchObject({
        status: 400,
      })
    })
    expect(flags(result)).toMatchObject({ n1: { read: false, seen: false } })
    expect(result.current).toMatchObject({ unreadCount: 3, unseenCount: 3 })
    expect(result.current.failed.failed).toHaveLength(1)
    act(() => result.current.failed.retry())
    await waitFor(() => expect(service.notifications()[1]).toMatchObject({ _id: 'n1', read: true }))
    await waitFor(() => expect(result.current.failed.failed).toEqual([]))
    expect(flags(result)).toMatchObject({ n1: { read: true } })
  })

  it('is a mutation of TanStack Query: with callbacks, a state, and a reset', async () => {
    const { service, result } = await arrange()
    const { mutate } = result.current.markAs
    const [onSuccess, onError] = [vi.fn(), vi.fn()]
    act(() => mutate({ messageId: 'n1', markAs: 'read' }, { onSuccess, onError }))
    await waitFor(() => expect(result.current.markAs.status).toBe('success'))
    expect(onSuccess.mock.calls[0]?.slice(0, 2)).toMatchObject([[{ _id: 'n1' }], { messageId: 'n1', markAs: 'read' }])
    expect(result.current.markAs.undo).toBeTypeOf('function')
    act(() => result.current.markAs.reset())
    await waitFor(() => expect(result.current.markAs.undo).toBeUndefined())
    service.fail('markAs', { status: 400 })
    // A failure is in the state, and no unhandled rejection.
    act(() => result.current.markAs.mutate({ messageId: 'n0', markAs: 'read' }, { onSuccess, onError }))
    await waitFor(() => expect(result.current.markAs).toMatchObject({ status: 'error', error: { status: 400 } }))
    expect([onSuccess.mock.calls.length, onError.mock.calls.length]).toEqual([1, 1])
    expect(result.current.markAs.mutate).toBe(mutate)
    act(() => result.current.markAs.reset())
    await waitFor(() => expect(result.current.markAs).toMatchObject({ status: 'idle', error: null, data: undefined }))
  })

  it('reverts only the mark that failed when several are made', async () => {
    const { service, result } = await arrange()
    service.fail('markAs', { status: 400 })
    await act(async () => {
      const first = result.current.markAs.mutateAsync({ messageId: 'n0', markAs: 'read' })
      const second = result.current.markAs.mutateAsync({ messageId: 'n1', markAs: 'seen' })
      await Promise.allSettled([first, second])
    })
    await waitFor(() =>
      expect(flags(result)).toEqual({
        n0: { read: false, seen: false },
        n1: { read: false, seen: true },
        n2: { read: false, seen: false },
      }),
    )
  })

  it('is reverted and reported even if the app’s onError throws', async () => {
    const mistake = new Error('A mistake in the app.')
    const reportError = vi.fn<(error: unknown) => void>()
    vi.stubGlobal('reportError', reportError)
    const service = createTestService({ notifications: makeNotifications(2) })
    const onError = () => {
      throw mistake
    }
    const { result } = renderInbox(service, useEverything, { onError })
    await waitFor(() => expect(result.current.all.notifications).toHaveLength(2))
    service.fail('markAs', { status: 400 })
    act(() => result.current.markAs.mutate({ messageId: 'n1', markAs: 'read' }))
    await waitFor(() => expect(result.current.failed.failed).toHaveLength(1))
    expect(flags(result)).toMatchObject({ n1: { read: false } })
    expect(reportError.mock.calls).toEqual([[mistake]])
    await actAndRender(() => result.current.markAs.mutateAsync({ messageId: 'n0', markAs: 'read' }))
    expect(service.notifications()[1]).toMatchObject({ _id: 'n0', read: true })
  })

  it('sends marks made within a moment as one request per verb, in order', async () => {
    const { service, result } = await arrange()
    await act(async () => {
      const mark = (messageId: string, markAs: 'read' | 'unread') =>
        result.current.markAs.mutateAsync({ messageId, markAs })
      await Promise.all([
        mark('n0', 'read'),
        mark('n1', 'read'),
        mark('n0', 'unread'),
        mark('n2', 'read'),
        mark('n0', 'read'),
      ])
    })
    expect(service.requestsOf('markAs').map(({ body }) => body)).toMatchObject([
      { messageId: ['n0', 'n1', 'n2'], markAs: 'read' },
      { messageId: ['n0'], markAs: 'unread' },
      { messageId: ['n0'], markAs: 'read' },
    ])
    expect(service.notifications().every(({ read }) => read)).toBe(true)
  })

  it('accepts any number of messages, and sends a hundred in each request', async () => {
    const service = createTestService({ notifications: makeNotifications(250) })
    const { result } = renderInbox(service, useMarkAs)
    const ids = service.notifications().map(({ _id }) => _id)
    const messages = await actAndRender(() => result.current.mutateAsync({ messageId: ids, markAs: 'read' }))
    expect(new Set(messages.map(({ _id }) => _id))).toEqual(new Set(ids))
    expect(service.requestsOf('markAs').map(({ body }) => (body as { messageId: string[] }).messageId.length)).toEqual([
      100, 100, 50,
    ])
    await act(() => result.current.undo?.())
    await expect(act(() => result.current.mutateAsync({ messageId: [], markAs: 'read' }))).rejects.toThrow(
      /at least one/,
    )
  })

  it('shows the flags of the response instead of the prediction', async () => {
    const { service, result } = await arrange()
    const release = service.hold('markAs')
    act(() => result.current.markAs.mutate({ messageId: 'n1', markAs: 'seen' }))
    await waitFor(() => expect(flags(result)).toMatchObject({ n1: { read: false, seen: true } }))
    release()
    await waitFor(() => expect(result.current.markAs.isSuccess).toBe(true))
    service.mark('n1', 'read')
    await actAndRender(() => result.current.markAs.mutateAsync({ messageId: 'n1', markAs: 'unseen' }))
    expect(flags(result)).toMatchObject({ n1: { read: true, seen: false } })
  })

  it('ignores messages in the response that it has not marked', async () => {
    const { service, result } = await arrange()
    const body = JSON.stringify({ messageId: ['n1', 'n2'], markAs: 'read' })
    const both = await service.fetch('/v1/subscribers/ada/messages/mark-as', { method: 'POST', body })
    service.fail('markAs', both)
    await actAndRender(() => result.current.markAs.mutateAsync({ messageId: 'n1', markAs: 'read' }))
    expect(flags(result)).toMatchObject({ n1: { read: true }, n2: { read: false } })
  })

  it('is not reverted by a page that was requested before it and received after it', async () => {
    const service = createTestService({ notifications: makeNotifications(3) })
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    let feedRequests = 0
    const slowSecond: typeof fetch = async (input, init) => {
      const response = await service.fetch(input, init)
      // The second response is the newest page from before the mark.
      if (String(input).includes('/feed') && ++feedRequests === 2) await gate
      return response
    }
    const { result } = renderInbox(service, () => ({ feed: useFeed(), markAs: useMarkAs() }), {
      fetch: slowSecond,
      pollInterval: 20,
    })
    await waitFor(() => expect(result.current.feed.notifications).toHaveLength(3))
    await waitFor(() => expect(feedRequests).toBe(2))
    await actAndRender(() => result.current.markAs.mutateAsync({ messageId: 'n1', markAs: 'read' }))
    release()
    await waitFor(() => expect(feedRequests).toBeGreaterThan(2))
    expect(result.current.feed.notifications.map(({ read }) => read)).toEqual([false, true, false])
  })

  it('counts an old notification that is marked as unread', async () => {
    const { result } = await arrange(makeNotifications(3, (n) => ({ read: n === 0, seen: true })))
    expect(result.current.unreadCount).toBe(2)
    await actAndRender(() => result.current.markAs.mutateAsync({ messageId: 'n0', markAs: 'unread' }))
    expect(result.current.unreadCount).toBe(3)
  })

  it('never adds a returned message to a list that did not have it', async () => {
    const { result } = await arrange()
    await actAndRender(() => result.current.markAs.mutateAsync({ messageId: 'somebody-elses', markAs: 'read' }))
    expect(result.current.all.notifications).toHaveLength(3)
  })

  it('preserves every other notification as the same object, so that one row renders', async () => {
    const { result } = await arrange()
    const before = result.current.all.notifications
    await actAndRender(() => result.current.markAs.mutateAsync({ messageId: 'n1', markAs: 'read' }))
    const after = result.current.all.notifications
    expect(after.map((notification, place) => notification === before[place])).toEqual([true, false, true])
  })

  it('is paused while the browser is offline, and sent when it is online again', async () => {
    const { service, result } = await arrange()
    act(() => onlineManager.setOnline(false))
    act(() => result.current.markAs.mutate({ messageId: 'n1', markAs: 'read' }))
    await waitFor(() => expect(flags(result)).toMatchObject({ n1: { read: true } }))
    expect(service.requestsOf('markAs')).toEqual([])
    act(() => onlineManager.setOnline(true))
    await waitFor(() => expect(service.notifications()[1]).toMatchObject({ _id: 'n1', read: true }))
  })

  it('fails when its response is lost, and the lists are refetched', async () => {
    const { service, result } = await arrange()
    service.fail('markAs', 'lost-response')
    await act(async () => {
      await expect(result.current.markAs.mutateAsync({ messageId: 'n1', markAs: 'read' })).rejects.toThrow()
    })
    // The service did it anyway, and the refetched lists show it.
    await waitFor(() => expect(flags(result)).toMatchObject({ n1: { read: true } }))
    await waitFor(() => expect(result.current.unreadCount).toBe(2))
  })
})

describe('a failed mark', () => {
  const refused: Fault = { status: 400 }
  it.each<{ rule: string; attempts?: number; faults: Fault[]; isRefetched: boolean }>([
    { rule: 'is not refetched if the service refused it', faults: [refused], isRefetched: false },
    { rule: 'is not refetched if the service refused it with 499', faults: [{ status: 499 }], isRefetched: false },
    { rule: 'is refetched if the service failed', faults: Array<Fault>(3).fill({ status: 500 }), isRefetched: true },
    { rule: 'is refetched if there is no response', faults: Array<Fault>(3).fill('lost-request'), isRefetched: true },
    { rule: 'is refetched if only its last request was refused', faults: ['lost-request', refused], isRefetched: true },
    { rule: 'is refetched if its only request failed', attempts: 0, faults: [{ status: 500 }], isRefetched: true },
    { rule: 'is refetched if its only request got lost', attempts: 0, faults: ['lost-request'], isRefetched: true },
  ])('$rule', async ({ attempts = 2, faults, isRefetched }) => {
    const { service, result } = await arrange(undefined, {}, { retry: { attempts }, pollInterval: 0 })
    vi.useFakeTimers()
    for (const fault of faults) service.fail('markAs', fault)
    const before = service.requestsOf('getFeed').length
    act(() => result.current.markAs.mutate({ messageId: 'n1', markAs: 'read' }))
    await pass(5_000)
    expect(result.current.failed.failed).toHaveLength(1)
    expect(service.requestsOf('getFeed').length > before).toBe(isRefetched)
  })
})

describe('a mark that the service is still working on, for a page that has closed', () => {
  const inProgress = { status: 409, headers: { 'retry-after': '5' } }

  it('is sent again under its key for twenty seconds, and then refetched: the response is that of the first', async () => {
    const { service, result } = await arrange()
    vi.useFakeTimers()
    service.fail('markAs', inProgress, 4)
    const before = service.requestsOf('getFeed').length
    act(() => result.current.markAs.mutate({ messageId: 'n1', markAs: 'read' }))
    await pass(19_900)
    expect(service.requestsOf('markAs')).toHaveLength(4)
    expect(service.requestsOf('getFeed')).toHaveLength(before)
    await pass(200)
    expect(new Set(service.requestsOf('markAs').map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    expect(result.current.markAs.isSuccess).toBe(true)
    expect(service.requestsOf('getFeed').length).toBeGreaterThan(before)
  })

  it('fails after that', async () => {
    const { service, result } = await arrange()
    vi.useFakeTimers()
    service.fail('markAs', inProgress, 5)
    act(() => result.current.markAs.mutate({ messageId: 'n1', markAs: 'read' }))
    await pass(19_900)
    expect(result.current.failed.failed).toHaveLength(0)
    await pass(200)
    expect(service.requestsOf('markAs')).toHaveLength(5)
    expect(result.current.failed.failed).toHaveLength(1)
  })

  it.each(['0', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
    'is sent once a second at most, also with Retry-After: %s',
    async (time) => {
      const { service, result } = await arrange()
      vi.useFakeTimers()
      service.fail('markAs', { status: 409, headers: { 'retry-after': time } }, 50)
      act(() => result.current.markAs.mutate({ messageId: 'n1', markAs: 'read' }))
      await pass(21_000)
      expect(service.requestsOf('markAs')).toHaveLength(21)
      expect(result.current.failed.failed).toHaveLength(1)
    },
  )

  it.each([{ ...inProgress, status: 429 }, { status: 409 }])(
    'is not what another response means: %j',
    async (fault) => {
      const { service, result } = await arrange()
      vi.useFakeTimers()
      service.fail('markAs', fault)
      act(() => result.current.markAs.mutate({ messageId: 'n1', markAs: 'read' }))
      await pass(100)
      expect(result.current.failed.failed).toHaveLength(1)
    },
  )
})

describe('useMarkAll', () => {
  it('refetches later pages only as "unread" or of a feed: what either does is only a guess', async () => {
    const { service, result } = await arrange(makeNotifications(30))
    await actAndRender(() => result.current.all.fetchNextPage())
    const later = () => service.requestsOf('getFeed').filter(({ query }) => query.page !== undefined).length
    expect(later()).toBe(1)
    await actAndRender(() => result.current.markAll.mutateAsync({ markAs: 'read' }))
    // The newest pages are refetched.
    await waitFor(() => expect(service.requestsOf('getFeed').at(-1)?.query.page).toBeUndefined())
    expect(later()).toBe(1)
    await actAndRender(() => result.current.markAll.mutateAsync({ markAs: 'unread' }))
    await waitFor(() => expect(later()).toBe(2))
    await actAndRender(() => result.current.markAll.mutateAsync({ markAs: 'read', feedIdentifier: 'billing' }))
    await waitFor(() => expect(later()).toBe(3))
  })

  it('marks everything at once, including what is not loaded, and resolves with the number', async () => {
    const { service, result } = await arrange(makeNotifications(130))
    expect(result.current).toMatchObject({ unreadCount: 130, unseenCount: 130 })
    const release = service.hold('markAll')
    act(() => result.current.markAll.mutate({ markAs: 'read' }))
    await waitFor(() => expect(result.current).toMatchObject({ unreadCount: 0, unseenCount: 0 }))
    expect(result.current.unread.notifications).toEqual([])
    expect(result.current.unread.hasMore).toBe(false)
    expect(result.current.all.hasMore).toBe(true)
    release()
    await waitFor(() => expect(result.current.markAll.data).toBe(130))
    await waitFor(() => expect(result.current).toMatchObject({ unreadCount: 0, unseenCount: 0 }))
  })

  it('marks only the given feeds', async () => {
    const { result } = await arrange(makeNotifications(4, (n) => ({ _feedId: n % 2 ? 'activity' : 'billing' })))
    await actAndRender(() => result.current.markAll.mutateAsync({ markAs: 'read', feedIdentifier: 'billing' }))
    expect(result.current.all.notifications.map(({ read }) => read)).toEqual([false, true, false, true])
    await waitFor(() => expect(result.current.unreadCount).toBe(2))
  })

  it('adds to a list what belongs between and below its notifications', async () => {
    const service = createTestService({ notifications: makeNotifications(9, (n) => ({ read: n === 6 || n === 2 })) })
    const { result } = renderInbox(service, () => ({
      feed: useFeed({ read: true }, { pageSize: 4 }),
      markAll: useMarkAll(),
    }))
    const ids = () => result.current.feed.notifications.map(({ _id }) => _id)
    await waitFor(() => expect(ids()).toEqual(['n6', 'n2']))
    await actAndRender(() => result.current.markAll.mutateAsync({ markAs: 'read' }))
    await waitFor(() => expect(ids()).toEqual(['n8', 'n7', 'n6', 'n5']))
    while (result.current.feed.hasMore) await actAndRender(() => result.current.feed.fetchNextPage())
    expect(ids()).toEqual(service.notifications().map(({ _id }) => _id))
  })

  it('is sent in order with the marks on single messages around it', async () => {
    const { service, result } = await arrange()
    await act(async () => {
      const before = result.current.markAs.mutateAsync({ messageId: 'n0', markAs: 'read' })
      const all = result.current.markAll.mutateAsync({ markAs: 'unread' })
      const after = result.current.markAs.mutateAsync({ messageId: 'n1', markAs: 'read' })
      await Promise.all([before, all, after])
    })
    expect(flags(result)).toMatchObject({ n0: { read: false }, n1: { read: true }, n2: { read: false } })
    expect(service.notifications().map(({ read }) => read)).toEqual([false, true, false])
  })
})

describe('undo', () => {
  it('of a mark-all marks exactly the messages as unread that were unread before, loaded or not', async () => {
    const { service, result } = await arrange(
      makeNotifications(130, (n) => ({ read: n % 3 === 0, seen: n > 5 || n % 3 === 0 })),
    )
    const before = service.notifications()
    await actAndRender(() => result.current.markAll.mutateAsync({ markAs: 'read' }))
    expect(service.notifications().every(({ read }) => read)).toBe(true)
    // Arrives after the mark, so it is not part of it.
    service.add(makeNotification(130, { read: true, seen: true }))
    await act(async () => result.current.markAll.undo?.())
    expect(
      service
        .notifications()
        .slice(1)
        .map(({ read, seen }) => ({ read, seen })),
    ).toEqual(before.map(({ read, seen }) => ({ read, seen })))
    expect(service.notifications()[0]).toMatchObject({ read: true })
    await waitFor(() => expect(result.current.unreadCount).toBe(before.filter(({ read }) => !read).length))
  })

  it('of a mark restores the flags of each message', async () => {
    const { service, result } = await arrange(makeNotifications(3, (n) => ({ read: n === 0, seen: n !== 2 })))
    const before = service.notifications().map(({ read, seen }) => ({ read, seen }))
    await actAndRender(() => result.current.markAs.mutateAsync({ messageId: ['n0', 'n1', 'n2'], markAs: 'read' }))
    await act(async () => result.current.markAs.undo?.())
    expect(service.notifications().map(({ read, seen }) => ({ read, seen }))).toEqual(before)
    expect(Object.values(flags(result))).toEqual(before)
  })

  it('of a mark sends no mark on any other message', async () => {
    const { service, result } = await arrange()
    await actAndRender(() => result.current.markAs.mutateAsync({ messageId: 'n1', markAs: 'seen' }))
    await act(async () => result.current.markAs.undo?.())
    expect(service.requestsOf('markAs').map(({ body }) => body)).toMatchObject([
      { messageId: ['n1'], markAs: 'seen' },
      { messageId: ['n1'], markAs: 'unseen' },
    ])
  })

  it('of a mark as unread restores a message that was read and unseen', async () => {
    const { service, result } = await arrange(makeNotifications(1, () => ({ read: true, seen: false })))
    await actAndRender(() => result.current.markAs.mutateAsync({ messageId: 'n0', markAs: 'unread' }))
    await act(async () => result.current.markAs.undo?.())
    expect(service.notifications()).toMatchObject([{ read: true, seen: false }])
  })

  it('is undefined for an earlier mark while another is pending', async () => {
    const { service, result } = await arrange()
    await actAndRender(() => result.current.markAs.mutateAsync({ messageId: 'n0', markAs: 'read' }))
    expect(result.current.markAs.undo).toBeDefined()
    const release = service.hold('markAs')
    act(() => result.current.markAs.mutate({ messageId: 'n1', markAs: 'read' }))
    await waitFor(() => expect(result.current.markAs.isPending).toBe(true))
    expect(result.current.markAs.undo).toBeUndefined()
    release()
    await waitFor(() => expect(result.current.markAs.undo).toBeDefined())
  })

  it('is undefined for another subscriber', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const props: Partial<InboxProviderProps> = {}
    const { result, rerender } = renderInbox(
      service,
      () => ({ as: useMarkAs(), all: useMarkAll(), unread: useUnreadCount() }),
      props,
    )
    await waitFor(() => expect(result.current.unread.count).toBe(2))
    await actAndRender(() => result.current.as.mutateAsync({ messageId: 'n0', markAs: 'read' }))
    await actAndRender(() => result.current.all.mutateAsync({ markAs: 'read' }))
    expect([typeof result.current.as.undo, typeof result.current.all.undo]).toEqual(['function', 'function'])
    props.subscriberId = 'grace'
    rerender()
    const { as, all } = result.current
    expect([as.undo, as.data, all.undo, all.data]).toEqual([undefined, undefined, undefined, undefined])
  })

  it('of a mark-all of more than a thousand restores the newest thousand, and says so', async () => {
    const { service, result } = await arrange(makeNotifications(1_003))
    await actAndRender(() => result.current.markAll.mutateAsync({ markAs: 'read' }))
    expect([result.current.markAll.data, result.current.markAll.undo?.count]).toEqual([1_003, 1_000])
    await act(async () => result.current.markAll.undo?.())
    const read = service.notifications().filter((notification) => notification.read)
    expect(read.map(({ _id }) => _id)).toEqual(['n2', 'n1', 'n0'])
  })

  it('of a mark-all restores the loaded notifications if the service returns no ids', async () => {
    // The counts have loaded the newest hundred.
    const { service, result } = await arrange(
      makeNotifications(120, (n) => ({ read: n === 118, seen: n === 118 })),
      { likeProduction: true },
    )
    const before = service.notifications().map(({ read, seen }) => ({ read, seen }))
    await actAndRender(() => result.current.markAll.mutateAsync({ markAs: 'read' }))
    expect(service.requestsOf('markAll')).toMatchObject([{ body: { markAs: 'read' } }])
    expect([result.current.markAll.data, result.current.markAll.undo?.count]).toEqual([119, 100])
    await act(async () => result.current.markAll.undo?.())
    const marked = { read: true, seen: true }
    expect(service.notifications().map(({ read, seen }) => ({ read, seen }))).toEqual([
      ...before.slice(0, 101),
      ...Array.from({ length: 19 }, () => marked),
    ])
  })

  it('of a mark-all of a feed restores that feed, with ids or without', async () => {
    for (const likeProduction of [false, true]) {
      const { service, result } = await arrange(
        makeNotifications(4, (n) => ({ _feedId: n % 2 === 0 ? 'activity' : null, seen: true })),
        { likeProduction },
      )
      await actAndRender(() => result.current.markAll.mutateAsync({ markAs: 'read', feedIdentifier: 'activity' }))
      service.mark('n3', 'read')
      await act(async () => result.current.markAll.undo?.())
      expect(service.notifications().map(({ read }) => read)).toEqual([true, false, false, false])
    }
  })

  it('of a mark-all is undefined if it changed nothing', async () => {
    const { result } = await arrange(makeNotifications(2, () => ({ read: true, seen: true })))
    await actAndRender(() => result.current.markAll.mutateAsync({ markAs: 'read' }))
    expect([result.current.markAll.data, result.current.markAll.undo]).toEqual([0, undefined])
  })

  it('requests no ids from an older service that is back', async () => {
    const { service, result } = await arrange()
    service.fail('markAll', { status: 422 })
    await act(async () => result.current.markAll.mutateAsync({ markAs: 'read' }).catch(() => undefined))
    await waitFor(() => expect(result.current.failed.failed).toHaveLength(1))
    act(() => result.current.failed.retry())
    await waitFor(() => expect(service.notifications().every(({ read }) => read)).toBe(true))
    const bodies = service.requestsOf('markAll').map(({ body }) => body as MarkAllBody)
    expect(bodies.map(({ markAs, returnIds }) => [markAs, returnIds])).toEqual([
      ['read', true],
      ['read', undefined],
    ])
  })
})

describe('a tab that becomes hidden', () => {
  const hideTab = () =>
    act(() => {
      const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
      document.dispatchEvent(new Event('visibilitychange'))
      hidden.mockRestore()
    })
  const done = (service: TestService) =>
    service.done.flatMap(({ operation, body }) => (operation === 'markAs' ? [(body as { markAs: string }).markAs] : []))

  it('sends its marks in order, even if one of them is slow', async () => {
    const { service, result } = await arrange()
    service.fail('markAs', { delay: 100, of: 'request' })
    act(() => result.current.markAs.mutate({ messageId: 'n0', markAs: 'read' }))
    await waitFor(() => expect(service.requestsOf('markAs')).toHaveLength(1))
    act(() => result.current.markAs.mutate({ messageId: 'n0', markAs: 'unread' }))
    hideTab()
    await waitFor(() => expect(done(service)).toHaveLength(2))
    expect(done(service)).toEqual(['read', 'unread'])
  })
})

describe('useMarkSeen', () => {
  it('gathers the notifications that came into view into one request', async () => {
    const { service, result } = await arrange(makeNotifications(20))
    act(() => {
      for (const notification of result.current.all.notifications) result.current.markSeen(notification)
    })
    await waitFor(() => expect(result.current.unseenCount).toBe(0))
    await waitFor(() => expect(service.notifications().every(({ seen }) => seen)).toBe(true))
    expect(service.requestsOf('markAs')).toHaveLength(1)
    expect(result.current.unreadCount).toBe(20)
  })

  it('sends one request for a reader who moves on every two seconds, five seconds after the last row', async () => {
    vi.useFakeTimers()
    const service = createTestService({ notifications: makeNotifications(50) })
    const { result } = renderInbox(service, useEverything, { environment: { gatherSeenFor: 5_000 } })
    await pass(100)
    for (let first = 0; first < 50; first += 5) {
      act(() => {
        for (let number = first; number < first + 5; number++) result.current.markSeen(makeNotification(number))
      })
      await pass(2_000)
    }
    // Looking at the same row again is no movement.
    await pass(1_000)
    act(() => result.current.markSeen(makeNotification(49)))
    await pass(1_900)
    expect(service.requestsOf('markAs')).toEqual([])
    await pass(200)
    expect(service.requestsOf('markAs').map(({ body }) => (body as { messageId: string[] }).messageId.length)).toEqual([
      50,
    ])
  })

  it('sends what was collected when the list closes, and before the same notification is marked as unseen', async () => {
    const service = createTestService({ notifications: makeNotifications(3) })
    const { result, unmount } = renderInbox(service, useEverything, { environment: { gatherSeenFor: 1e6 } })
    await waitFor(() => expect(result.current.all.notifications).toHaveLength(3))
    act(() => result.current.markSeen(makeNotification(1)))
    await act(() => result.current.markAs.mutateAsync({ messageId: 'n1', markAs: 'unseen' }))
    expect(service.notifications().map(({ seen }) => seen)).toEqual([false, false, false])
    act(() => result.current.markSeen(makeNotification(2)))
    unmount()
    await waitFor(() => expect(service.notifications().map(({ seen }) => seen)).toEqual([true, false, false]))
    expect(service.requestsOf('markAs').map(({ body }) => body)).toMatchObject([
      { messageId: ['n1'], markAs: 'seen' },
      { messageId: ['n1'], markAs: 'unseen' },
      { messageId: ['n2'], markAs: 'seen' },
    ])
  })

  it('sends queued marks when the page closes, in a request that outlives it', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const { result } = renderInbox(service, useEverything, { environment: { gatherSeenFor: 1e6, gatherFor: 1e6 } })
    await waitFor(() => expect(result.current.all.notifications).toHaveLength(2))
    act(() => result.current.markSeen(makeNotification(1)))
    act(() => void window.dispatchEvent(new Event('pagehide')))
    await waitFor(() => expect(service.requestsOf('markAs')).toHaveLength(1))
    expect(service.requestsOf('markAs')[0]).toMatchObject({
      body: { messageId: ['n1'], markAs: 'seen' },
      keepalive: true,
    })
  })
})

describe('counts', () => {
  it('are at most a page if the service clamps its totals, with hasMore', async () => {
    const service = createTestService({ notifications: makeNotifications(130), likeProduction: true })
    const { result } = renderInbox(service, useUnseenCount)
    await waitFor(() => expect(result.current.count).toBe(100))
    expect(result.current.hasMore).toBe(true)
    expect(service.requests).toHaveLength(1)
  })

  it('fetch one notification once a response has shown that totals are exact, and a page if not', async () => {
    const limits = (service: TestService) => service.requestsOf('getFeed').map(({ query }) => query.limit)
    for (const likeProduction of [false, true]) {
      const service = createTestService({ notifications: makeNotifications(130), likeProduction })
      const { result, unmount } = renderInbox(service, useUnseenCount)
      await waitFor(() => expect(result.current.hasMore || result.current.count === 130).toBe(true))
      service.add(makeNotification(130))
      await actAndRender(() => result.current.refetch())
      expect(limits(service)).toEqual(['100', likeProduction ? '100' : '1'])
      expect(result.current.count).toBe(likeProduction ? 100 : 131)
      unmount()
    }
  })

  it('fetch a page again when totals stop being exact', async () => {
    const [before, after] = [false, true].map((likeProduction) =>
      createTestService({ notifications: makeNotifications(130), likeProduction }),
    )
    let service = before!
    const { result } = renderInbox(before!, useUnseenCount, { fetch: (input, init) => service.fetch(input, init) })
    await waitFor(() => expect(result.current.count).toBe(130))
    service = after!
    await actAndRender(() => result.current.refetch())
    expect(result.current).toMatchObject({ count: 100, hasMore: true })
  })

  it('are exact after marks, even if only one notification was fetched', async () => {
    const service = createTestService({ notifications: makeNotifications(40, (number) => ({ read: number < 5 })) })
    const { result } = renderInbox(service, () => ({
      feed: useFeed(),
      count: useUnreadCount(),
      markAs: useMarkAs(),
      markAll: useMarkAll(),
    }))
    await waitFor(() => expect(result.current.feed.notifications).toHaveLength(20))
    await actAndRender(() => result.current.count.refetch())
    expect(service.requestsOf('getFeed').at(-1)?.query.limit).toBe('1')
    service.hold('markAs')
    act(() => result.current.markAs.mutate({ messageId: ['n39', 'n30', 'n21'], markAs: 'read' }))
    await waitFor(() => expect(result.current.count.count).toBe(32))
    act(() => result.current.markAs.mutate({ messageId: 'n30', markAs: 'unread' }))
    await waitFor(() => expect(result.current.count.count).toBe(33))
    service.clear()
    await waitFor(() => expect(service.notifications().filter(({ read }) => !read)).toHaveLength(33))
    act(() => result.current.markAll.mutate({ markAs: 'read' }))
    await waitFor(() => expect(result.current.count.count).toBe(0))
  })

  it('are updated at once when a list finds an arrival', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const { result } = renderInbox(service, () => ({ feed: useFeed(), count: useUnseenCount().count }), {
      pollInterval: 1e6,
    })
    await waitFor(() => expect(result.current.feed.notifications).toHaveLength(2))
    await waitFor(() => expect(result.current.count).toBe(2))
    service.add(makeNotification(2))
    const other = renderInbox(createTestService(), useFeed)
    other.unmount()
    await act(async () => void window.dispatchEvent(new Event('visibilitychange')))
    await actAndRender(() => result.current.feed.refetch())
    await waitFor(() => expect(result.current.count).toBe(3))
  })
})
