import { act, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type FeedFilter, useCount, useFeed, useMarkAs } from '../../../src/hooks/index.ts'
import { createTestService, makeNotification, makeNotifications } from '../../../src/testing/index.ts'
import { actAndRender } from '../../setup/actAndRender.ts'
import { renderInbox } from '../inboxHarness.tsx'

const ids = (notifications: readonly { _id: string }[]) => notifications.map(({ _id }) => _id)
/** The ids of every tenth notification, newest first. */
const tenths = (from: number, to: number) =>
  Array.from({ length: (from - to) / 10 + 1 }, (_, place) => `n${from - place * 10}`)
const everyTenth = (number: number) => (number % 10 === 0 ? { tags: ['billing', 'mail'], _feedId: 'bills' } : {})
const setUp = (count: number) => createTestService({ notifications: makeNotifications(count, everyTenth) })

describe('a filter that the browser applies', () => {
  it.each<[string, FeedFilter]>([
    ['tags', { tags: ['billing', 'other'] }],
    ['feeds', { feeds: ['bills'] }],
    ['a predicate', { where: ({ _id }) => _id.endsWith('0') }],
  ])('filters by %s what is loaded, and loads more until a page is full', async (_, filter) => {
    const service = setUp(100)
    const { result } = renderInbox(service, () => useFeed(filter, { pageSize: 4 }))
    await waitFor(() => expect(ids(result.current.notifications)).toEqual(tenths(90, 60)))
    await waitFor(() => expect(result.current.isFetchingNextPage).toBe(false))
    expect(service.requestsOf('getFeed')).toHaveLength(6)
    expect(
      service
        .requestsOf('getFeed')
        .every(({ query }) => Object.keys(query).every((name) => ['page', 'limit'].includes(name))),
    ).toBe(true)

    act(() => void result.current.fetchNextPage())
    expect(result.current.isFetchingNextPage).toBe(true)
    await waitFor(() => expect(ids(result.current.notifications)).toEqual(tenths(90, 20)))
    await actAndRender(() => result.current.fetchNextPage())
    await waitFor(() => expect(result.current.hasMore).toBe(false))
    expect(ids(result.current.notifications)).toEqual(tenths(90, 0))
  })

  it('stops at the end of the list, even if nothing matches', async () => {
    const service = setUp(30)
    const { result } = renderInbox(service, () => useFeed({ tags: ['nobody'] }, { pageSize: 4 }))
    await waitFor(() => expect(service.requestsOf('getFeed')).toHaveLength(4))
    await waitFor(() => expect(result.current.hasMore).toBe(false))
    expect(result.current.notifications).toEqual([])
    expect(result.current.isFetchingNextPage).toBe(false)
  })

  it('stops at a failure, and continues with fetchNextPage', async () => {
    const service = setUp(40)
    service.fail('getFeed', { delay: 0 })
    service.fail('getFeed', { status: 500 })
    const { result } = renderInbox(service, () => useFeed({ tags: ['billing'] }, { pageSize: 4 }))
    await waitFor(() => expect(result.current.isFetchNextPageError).toBe(true))
    expect(result.current.isFetchingNextPage).toBe(false)
    expect(service.requestsOf('getFeed')).toHaveLength(2)
    await actAndRender(() => result.current.fetchNextPage())
    await waitFor(() => expect(ids(result.current.notifications)).toEqual(tenths(30, 0)))
  })

  it('fetches once for lists that differ only in it', async () => {
    const service = setUp(3)
    const { result } = renderInbox(service, () => ({
      all: useFeed({}, { pageSize: 4 }),
      bills: useFeed({ tags: ['billing'] }, { pageSize: 4 }),
      // Written inline, and so a new function in each render.
      even: useFeed({ where: ({ _id }) => Number(_id.slice(1)) % 2 === 0 }, { pageSize: 4 }),
    }))
    await waitFor(() => expect(result.current.all.notifications).toHaveLength(3))
    expect(ids(result.current.bills.notifications)).toEqual(['n0'])
    expect(ids(result.current.even.notifications)).toEqual(['n2', 'n0'])
    expect(service.requests).toHaveLength(1)
  })

  it('applies to counts, after marks, and to arrivals', async () => {
    const service = setUp(21)
    const filter: FeedFilter = { read: false, tags: ['billing'] }
    const { result } = renderInbox(
      service,
      () => ({
        unread: useCount(filter),
        list: useFeed(filter, { holdArrivals: true }),
        markAs: useMarkAs(),
      }),
      { pollInterval: 20 },
    )
    await waitFor(() => expect(result.current.list.notifications).toHaveLength(3))
    expect(result.current.unread.count).toBe(3)
    act(() => result.current.markAs.mutate({ messageId: 'n10', markAs: 'read' }))
    await waitFor(() => expect(result.current.unread.count).toBe(2))
    expect(ids(result.current.list.notifications)).toEqual(['n20', 'n0'])

    service.add(makeNotification(21))
    service.add({ ...makeNotification(22), tags: ['billing'] })
    await waitFor(() => expect(result.current.list.arrivals).toBe(1))
    expect(result.current.unread.count).toBe(3)
  })
})

describe('archived notifications, which some services list', () => {
  it('are in no list, count or arrivals, and the list loads more until a page is full', async () => {
    const notifications = makeNotifications(60, (number) => ({ archived: number % 10 !== 0 }))
    const service = createTestService({ notifications, likeProduction: true })
    const { result } = renderInbox(
      service,
      () => ({ list: useFeed({}, { pageSize: 4, holdArrivals: true }), unread: useCount({ read: false }) }),
      { pollInterval: 20 },
    )
    await waitFor(() => expect(ids(result.current.list.notifications)).toEqual(tenths(50, 20)))
    expect(result.current.unread.count).toBe(6)

    service.add(makeNotification(61, { archived: true }))
    service.add(makeNotification(62))
    await waitFor(() => expect(result.current.list.arrivals).toBe(1))
    await waitFor(() => expect(result.current.unread.count).toBe(7))
  })
})
