import { focusManager } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type FeedFilter, useFeed, useMarkAs } from '../../../src/hooks/index.ts'
import { createTestService, makeNotification, makeNotifications } from '../../../src/testing/index.ts'
import { actAndRender } from '../../setup/actAndRender.ts'
import { pass } from '../../setup/pass.ts'
import { renderInbox } from '../inboxHarness.tsx'

afterEach(() => void vi.useRealTimers())

const ids = (notifications: readonly { _id: string }[]) => notifications.map(({ _id }) => _id)
const namesDown = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, place) => `n${from - place}`)

describe('useFeed', () => {
  it('fetches the first page without a number, and counts on from the number in the response', async () => {
    for (const firstPage of [0, 1] as const) {
      const service = createTestService({ notifications: makeNotifications(50), firstPage })
      const { result, unmount } = renderInbox(service, () => useFeed())
      await waitFor(() => expect(result.current.notifications).toHaveLength(20))
      await actAndRender(() => result.current.fetchNextPage())
      await actAndRender(() => result.current.fetchNextPage())
      expect(ids(result.current.notifications)).toEqual(namesDown(49, 0))
      expect(result.current.hasMore).toBe(false)
      // Each page starts with the last notification of the previous one.
      expect(service.requestsOf('getFeed').map(({ query }) => [query.page, query.limit])).toEqual([
        [undefined, '20'],
        [String(firstPage + 1), '19'],
        [String(firstPage + 1), '37'],
      ])
      unmount()
    }
  })

  it('has one object and one text for equal ones in a later page', async () => {
    // The text looks like the JSON of the object.
    const service = createTestService({
      notifications: makeNotifications(30, () => ({ payload: { by: 'Ada' }, content: '{"by":"Ada"}' })),
    })
    const { result } = renderInbox(service, () => useFeed())
    await waitFor(() => expect(result.current.notifications).toHaveLength(20))
    await actAndRender(() => result.current.fetchNextPage())
    const [last, before] = result.current.notifications.toReversed()
    expect(last).toMatchObject({ _id: 'n0', payload: { by: 'Ada' }, content: '{"by":"Ada"}', seen: false })
    expect(last?.payload).toBe(before?.payload)
    expect(last?.subscriber).toBe(before?.subscriber)
  })

  it('sends the filter with every page', async () => {
    const service = createTestService({ notifications: makeNotifications(6, (n) => ({ read: n % 2 === 0 })) })
    const { result } = renderInbox(service, () => useFeed({ read: false, payload: {} }, { pageSize: 2 }))
    await waitFor(() => expect(result.current.notifications).toHaveLength(2))
    await actAndRender(() => result.current.fetchNextPage())
    expect(ids(result.current.notifications)).toEqual(['n5', 'n3', 'n1'])
    expect(service.requests.map(({ query }) => query.read)).toEqual(['false', 'false'])
  })

  it('shows what other lists have of a filtered list until its first page, also after a mark', async () => {
    const service = createTestService({ notifications: makeNotifications(30, (n) => ({ read: n % 2 === 0 })) })
    let filter: FeedFilter = {}
    const { result, rerender } = renderInbox(service, () => ({ feed: useFeed(filter), markAs: useMarkAs() }))
    expect(result.current.feed.notifications).toEqual([])
    await waitFor(() => expect(result.current.feed.notifications).toHaveLength(20))

    const release = service.hold('getFeed')
    filter = { read: false }
    rerender()
    const loaded = namesDown(29, 10).filter((_, place) => place % 2 === 0)
    expect(ids(result.current.feed.notifications)).toEqual(loaded)
    expect(result.current.feed.isPending).toBe(true)
    expect(result.current.feed.hasMore).toBe(false)
    await actAndRender(() => result.current.markAs.mutateAsync({ messageId: 'n29', markAs: 'read' }))
    expect(ids(result.current.feed.notifications)).toEqual(loaded.slice(1))

    await act(async () => release())
    await waitFor(() => expect(result.current.feed.isSuccess).toBe(true))
    expect(ids(result.current.feed.notifications)).toEqual(namesDown(27, 1).filter((_, place) => place % 2 === 0))
  })

  it('shows nothing of other lists in a filtered list that failed to load', async () => {
    const service = createTestService({ notifications: makeNotifications(3) })
    let filter: FeedFilter = {}
    const { result, rerender } = renderInbox(service, () => useFeed(filter))
    await waitFor(() => expect(result.current.notifications).toHaveLength(3))
    service.fail('getFeed', { status: 400 })
    filter = { read: false }
    rerender()
    expect(result.current.notifications).toHaveLength(3)
    await waitFor(() => expect(result.current.isLoadingError).toBe(true))
    expect(result.current.notifications).toEqual([])
  })

  it('skips nothing when marks shorten the list between two pages', async () => {
    const service = createTestService({ notifications: makeNotifications(8) })
    const { result } = renderInbox(service, () => ({
      feed: useFeed({ read: false }, { pageSize: 4 }),
      mark: useMarkAs(),
    }))
    await waitFor(() => expect(result.current.feed.notifications).toHaveLength(4))
    await actAndRender(() => result.current.mark.mutateAsync({ messageId: ['n7', 'n6'], markAs: 'read' }))
    await actAndRender(() => result.current.feed.fetchNextPage())
    await actAndRender(() => result.current.feed.fetchNextPage())
    expect(ids(result.current.feed.notifications)).toEqual(namesDown(5, 0))
  })

  it('skips nothing if the service returns fewer than the limit', async () => {
    const service = createTestService({ notifications: makeNotifications(11) })
    const fetch: typeof globalThis.fetch = (input, init) =>
      service.fetch(String(input).replace(/limit=\d\d+|limit=[4-9]/, 'limit=3'), init)
    const { result } = renderInbox(
      service,
      () => ({ feed: useFeed({ read: false }, { pageSize: 8 }), markAs: useMarkAs() }),
      { fetch },
    )
    await waitFor(() => expect(result.current.feed.notifications).toHaveLength(3))
    await actAndRender(() => result.current.markAs.mutateAsync({ messageId: ['n10', 'n9'], markAs: 'read' }))
    while (result.current.feed.hasMore) await actAndRender(() => result.current.feed.fetchNextPage())
    expect(ids(result.current.feed.notifications)).toEqual(namesDown(8, 0))
  })

  it('skips nothing that moved up because another device deleted notifications above it', async () => {
    for (const deleted of [1, 2, 19, 20]) {
      const service = createTestService({ notifications: makeNotifications(60) })
      const { result, unmount } = renderInbox(service, () => useFeed(), { pollInterval: 1e6 })
      await waitFor(() => expect(result.current.notifications).toHaveLength(20))
      for (let number = 59; number > 59 - deleted; number--) service.remove(`n${number}`)
      while (result.current.hasMore) await actAndRender(() => result.current.fetchNextPage())
      expect(ids(result.current.notifications)).toEqual(namesDown(59, 0))
      unmount()
    }
  })

  it('shows nothing twice when arrivals shift the pages', async () => {
    const service = createTestService({ notifications: makeNotifications(6) })
    const { result } = renderInbox(service, () => useFeed({}, { pageSize: 3 }))
    await waitFor(() => expect(result.current.notifications).toHaveLength(3))
    service.add(makeNotification(6))
    await actAndRender(() => result.current.fetchNextPage())
    // Three were known; the page after them follows.
    expect(ids(result.current.notifications)).toEqual(namesDown(6, 0))
  })

  it('preserves what is loaded when a later page fails, and loads that page on the next try', async () => {
    const service = createTestService({ notifications: makeNotifications(4) })
    const { result } = renderInbox(service, () => useFeed({}, { pageSize: 2 }))
    await waitFor(() => expect(result.current.notifications).toHaveLength(2))
    service.fail('getFeed', { status: 500 })
    await act(async () => void (await result.current.fetchNextPage()))
    expect(result.current.isFetchNextPageError).toBe(true)
    expect(result.current.notifications).toHaveLength(2)
    await act(async () => void (await result.current.fetchNextPage()))
    expect(ids(result.current.notifications)).toEqual(namesDown(3, 0))
  })

  it('is refetched when its reader comes back, if the first page failed', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    service.fail('getFeed', { status: 503 }, 2)
    const { result } = renderInbox(service, () => useFeed())
    const refocus = () =>
      act(() => {
        focusManager.setFocused(false)
        focusManager.setFocused(true)
      })
    await waitFor(() => expect(result.current.isLoadingError).toBe(true))
    refocus()
    await waitFor(() => expect(service.requests).toHaveLength(2))
    await waitFor(() => expect(result.current.isLoadingError).toBe(true))
    refocus()
    await waitFor(() => expect(result.current.notifications).toHaveLength(2))
    focusManager.setFocused(undefined)
  })

  it('ends the list at an empty page even if the service returns hasMore', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const alwaysMore: typeof fetch = async (input, init) => {
      const response = await service.fetch(input, init)
      return Response.json({ ...(await response.json()), hasMore: true })
    }
    const { result } = renderInbox(service, () => useFeed({}, { pageSize: 2 }), { fetch: alwaysMore })
    await waitFor(() => expect(result.current.notifications).toHaveLength(2))
    expect(result.current.hasMore).toBe(true)
    await act(async () => void (await result.current.fetchNextPage()))
    expect(result.current.hasMore).toBe(false)
  })

  it('drops an unreadable notification, shows the others, and reports it', async () => {
    const service = createTestService({ notifications: makeNotifications(3) })
    const broken: typeof fetch = async (input, init) => {
      const page = await (await service.fetch(input, init)).json()
      return Response.json({ ...page, data: page.data.with(1, { _id: 'broken' }) })
    }
    const errors: Error[] = []
    const { result } = renderInbox(service, () => useFeed(), { fetch: broken, onError: (error) => errors.push(error) })
    await waitFor(() => expect(ids(result.current.notifications)).toEqual(['n2', 'n0']))
    expect(errors.map(String).join()).toContain('data[1]._templateId is missing')
  })

  it('shows arrivals at once, or holds them back until showArrivals', async () => {
    const service = createTestService({ notifications: makeNotifications(3) })
    let hold = false
    const { result, rerender } = renderInbox(service, () => useFeed({}, { holdArrivals: hold }), { pollInterval: 20 })
    await waitFor(() => expect(result.current.notifications).toHaveLength(3))
    service.add(makeNotification(3))
    await waitFor(() => expect(ids(result.current.notifications)).toEqual(namesDown(3, 0)))

    hold = true
    rerender()
    service.add(makeNotification(4))
    service.add(makeNotification(5))
    await waitFor(() => expect(result.current.arrivals).toBe(2))
    expect(ids(result.current.notifications)).toEqual(namesDown(3, 0))
    await actAndRender(() => result.current.showArrivals())
    expect(ids(result.current.notifications)).toEqual(namesDown(5, 0))
    expect(result.current.arrivals).toBe(0)
  })

  it('shows an arrival that a newest page brought while an older page was in flight', async () => {
    const service = createTestService({ notifications: makeNotifications(4) })
    let release = () => {}
    const slow = new Promise<void>((resolve) => (release = resolve))
    const slowOlderPages: typeof fetch = async (input, init) => {
      const response = await service.fetch(input, init)
      if (String(input).includes('page=')) await slow
      return response
    }
    const { result } = renderInbox(service, () => useFeed({}, { pageSize: 2 }), {
      fetch: slowOlderPages,
      pollInterval: 20,
    })
    await waitFor(() => expect(result.current.notifications).toHaveLength(2))
    const older = result.current.fetchNextPage()
    await waitFor(() => expect(service.requestsOf('getFeed').some(({ query }) => query.page !== undefined)).toBe(true))
    service.add(makeNotification(4))
    await waitFor(() => expect(ids(result.current.notifications)).toEqual(namesDown(4, 2)))
    release()
    await older
    await waitFor(() => expect(ids(result.current.notifications)).toEqual(namesDown(4, 0)))
  })

  it('holds arrivals back even if the next page has them too', async () => {
    const service = createTestService({ notifications: makeNotifications(5) })
    const { result } = renderInbox(service, () => useFeed({}, { pageSize: 4, holdArrivals: true }), {
      pollInterval: 20,
    })
    await waitFor(() => expect(result.current.notifications).toHaveLength(4))
    for (const number of [5, 6, 7]) service.add(makeNotification(number))
    await waitFor(() => expect(result.current.arrivals).toBe(3))
    // Such a small page starts at the top again, with loaded notifications, arrivals and what follows.
    await actAndRender(() => result.current.fetchNextPage())
    expect(ids(result.current.notifications)).toEqual(namesDown(4, 0))
    expect(result.current.arrivals).toBe(3)
    service.add(makeNotification(8))
    await waitFor(() => expect(result.current.arrivals).toBe(4))
    await actAndRender(() => result.current.showArrivals())
    expect(ids(result.current.notifications)).toEqual(namesDown(8, 0))
  })

  it('holds arrivals back even if the loaded pages are refetched', async () => {
    const service = createTestService({ notifications: makeNotifications(30) })
    const useList = () => ({ feed: useFeed({}, { holdArrivals: true }), markAs: useMarkAs() })
    const { result } = renderInbox(service, useList, { pollInterval: 1e6 })
    await waitFor(() => expect(result.current.feed.notifications).toHaveLength(20))
    await actAndRender(() => result.current.feed.fetchNextPage())
    expect(ids(result.current.feed.notifications)).toEqual(namesDown(29, 0))
    service.add(makeNotification(30))
    service.add(makeNotification(31))
    for (let times = 0; times < 2; times += 1) {
      await actAndRender(() => result.current.feed.refetch())
      expect(ids(result.current.feed.notifications)).toEqual(namesDown(29, 0))
      expect(result.current.feed.arrivals).toBe(2)
    }
    await actAndRender(() => result.current.feed.showArrivals())
    expect(ids(result.current.feed.notifications)).toEqual(namesDown(31, 0))
    expect(result.current.feed.arrivals).toBe(0)
  })

  it('shows all arrivals, even if more were held back than a page has', async () => {
    const service = createTestService({ notifications: makeNotifications(4) })
    const { result } = renderInbox(service, () => useFeed({}, { pageSize: 3, holdArrivals: true }), {
      pollInterval: 20,
    })
    await waitFor(() => expect(result.current.notifications).toHaveLength(3))
    for (const number of [4, 5, 6, 7]) service.add(makeNotification(number))
    await waitFor(() => expect(result.current.arrivals).toBeGreaterThan(2))
    await actAndRender(() => result.current.showArrivals())
    expect(ids(result.current.notifications)).toEqual(namesDown(7, 5))
    expect(result.current.arrivals).toBe(0)
  })

  it('holds nothing back when another list is shown', async () => {
    const service = createTestService({ notifications: makeNotifications(4, (n) => ({ read: n % 2 === 0 })) })
    let filter: FeedFilter = { read: true }
    const { result, rerender } = renderInbox(service, () => useFeed(filter, { holdArrivals: true }), {
      pollInterval: 1e6,
    })
    await waitFor(() => expect(ids(result.current.notifications)).toEqual(['n2', 'n0']))
    filter = {}
    rerender()
    await waitFor(() => expect(ids(result.current.notifications)).toEqual(namesDown(3, 0)))
    expect(result.current.arrivals).toBe(0)
  })

  it('refetches the list when more arrived than a page has', async () => {
    const service = createTestService({ notifications: makeNotifications(4) })
    const { result } = renderInbox(service, () => useFeed({}, { pageSize: 2 }), { pollInterval: 20 })
    await waitFor(() => expect(result.current.notifications).toHaveLength(2))
    for (const number of [4, 5, 6, 7, 8]) service.add(makeNotification(number))
    await waitFor(() => expect(ids(result.current.notifications)).toEqual(['n8', 'n7']))
    // A next page that is requested during the refetch of the list may not load yet.
    for (let tries = 0; tries < 20 && result.current.hasMore; tries++)
      await actAndRender(() => result.current.fetchNextPage())
    expect(ids(result.current.notifications)).toEqual(namesDown(8, 0))
  })

  it('preserves the list and every notification when a poll brings nothing new, and renders once', async () => {
    const service = createTestService({ notifications: makeNotifications(3) })
    const onRender = vi.fn()
    const useCountedFeed = () => {
      onRender()
      return useFeed()
    }
    vi.useFakeTimers()
    const { result } = renderInbox(service, useCountedFeed, { pollInterval: 1_000 }, { isStrict: false })
    await pass(100)
    expect(result.current.notifications).toHaveLength(3)
    const shown = result.current.notifications
    const before = service.requests.length
    onRender.mockClear()
    await pass(5_000)
    expect(result.current.notifications).toBe(shown)
    expect(service.requests.length - before).toBeGreaterThan(2)
    expect(onRender.mock.calls.length).toBeLessThanOrEqual(service.requests.length - before)
  })

  it('does not restore what was marked, then deleted elsewhere, after a refetch', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const useLists = () => ({ list: useFeed({}), other: useFeed({ read: true }), markAs: useMarkAs() })
    const { result } = renderInbox(service, useLists, { pollInterval: 1e6 })
    await waitFor(() => expect(result.current.list.notifications).toHaveLength(2))
    await actAndRender(() => result.current.markAs.mutateAsync({ messageId: 'n1', markAs: 'read' }))
    await waitFor(() => expect(ids(result.current.other.notifications)).toEqual(['n1']))
    service.remove('n1')
    await actAndRender(() => result.current.list.refetch())
    expect(ids(result.current.list.notifications)).toEqual(['n0'])
  })

  it('removes what was deleted elsewhere, and shows flags that another device changed', async () => {
    const service = createTestService({ notifications: makeNotifications(3) })
    const { result } = renderInbox(service, () => useFeed(), { pollInterval: 20 })
    await waitFor(() => expect(result.current.notifications).toHaveLength(3))
    service.remove('n1')
    service.mark('n2', 'read')
    await waitFor(() => expect(ids(result.current.notifications)).toEqual(['n2', 'n0']))
    expect(result.current.notifications[0]).toMatchObject({ read: true, seen: true })
  })

  it('stops polling after a 401, and calls onError', async () => {
    const service = createTestService({ notifications: makeNotifications(1) })
    const errors: Error[] = []
    const { result } = renderInbox(service, () => useFeed(), {
      pollInterval: 10,
      onError: (error) => errors.push(error),
    })
    await waitFor(() => expect(result.current.notifications).toHaveLength(1))
    service.fail('getFeed', { status: 401 }, 1000)
    await waitFor(() => expect(errors).toHaveLength(1))
    const before = service.requests.length
    // Another inbox polls ten times meanwhile. The refused list does not.
    const clock = createTestService()
    const other = renderInbox(clock, () => useFeed(), { pollInterval: 10 })
    await waitFor(() => expect(clock.requests.length).toBeGreaterThan(10))
    other.unmount()
    expect(service.requests).toHaveLength(before)
    expect(errors[0]).toMatchObject({ status: 401 })
  })

  it('shows nothing of the previous subscriber once another is signed in', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    let subscriberId: string | null = 'ada'
    const { result, rerender } = renderInbox(service, () => useFeed(), {
      get subscriberId() {
        return subscriberId
      },
    })
    await waitFor(() => expect(result.current.notifications).toHaveLength(2))
    subscriberId = 'bob'
    rerender()
    expect(result.current.notifications).toEqual([])
    subscriberId = null
    rerender()
    expect(result.current.notifications).toEqual([])
  })
})
