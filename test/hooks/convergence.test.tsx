import { onlineManager } from '@tanstack/react-query'
import { act, cleanup } from '@testing-library/react'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { markVerbs } from '../../src/contract/marks.ts'
import { type FeedFilter, useFeed, useMarkAll, useMarkAs, useUnreadCount, useUnseenCount } from '../../src/hooks/index.ts'
import { belongs } from '../../src/state/feedFilter.ts'
import { createTestService, type Fault, makeNotification, makeNotifications, type TestService } from '../../src/testing/index.ts'
import { renderInbox } from './inboxHarness.tsx'

const pageSize = 4
const pollInterval = 1000

const operations = ['getFeed', 'markAs', 'markAll'] as const
const faults: Fault[] = ['lost-request', 'lost-answer', { status: 500 }, { status: 429, headers: { 'retry-after': '1' } }, { status: 409 }, { status: 400 }]

const verb = fc.constantFrom(...markVerbs)
const place = fc.nat(30)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('mark' as const), list: fc.constantFrom('all' as const, 'feed' as const), place, verb }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('markAll' as const), verb }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'arrive' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), place }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('markElsewhere' as const), place, verb }) },
  { weight: 4, arbitrary: fc.constant({ kind: 'loadMore' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'refetch' as const }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 20, 300, 1200) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fail' as const), operation: fc.constantFrom(...operations), fault: fc.constantFrom(...faults) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('hold' as const), operation: fc.constantFrom(...operations) }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'release' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('online' as const), isOnline: fc.boolean() }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const scenario = fc.record({
  filter: fc.constantFrom<FeedFilter>({}, { read: false }, { seen: false }),
  firstPage: fc.constantFrom(0 as const, 1 as const),
  likeProduction: fc.boolean(),
  size: fc.nat(14),
  steps: fc.array(step, { maxLength: 40 }),
})

const useList = (filter: FeedFilter) => ({
  all: useFeed({}, { pageSize }),
  feed: useFeed(filter, { pageSize }),
  markAs: useMarkAs(),
  markAll: useMarkAll(),
  unread: useUnreadCount(),
  unseen: useUnseenCount(),
})

/** Lets time pass, and everything happen that is due. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const summary = (notifications: readonly { _id: string; read: boolean; seen: boolean }[]) =>
  notifications.map(({ _id, read, seen }) => `${_id}${read ? ' read' : ''}${seen ? ' seen' : ''}`)

const perform = async (made: Step, service: TestService, list: () => ReturnType<typeof useList>, releases: (() => void)[]) => {
  const all = service.notifications()
  const pick = <Item,>(items: readonly Item[], at: number) => items[at % Math.max(1, items.length)]
  switch (made.kind) {
    case 'mark': {
      const target = pick(list()[made.list].notifications, made.place)
      if (target) act(() => list().markAs.mutate({ messageId: target._id, markAs: made.verb }))
      return
    }
    case 'markAll':
      return act(() => list().markAll.mutate({ markAs: made.verb }))
    case 'arrive':
      return service.add(makeNotification(1 + Math.max(-1, ...all.map(({ _id }) => Number(_id.slice(1))))))
    case 'delete':
      return service.remove(pick(all, made.place)?._id ?? '')
    case 'markElsewhere':
      return service.mark(pick(all, made.place)?._id ?? '', made.verb)
    case 'loadMore':
      return act(() => void list().feed.fetchNextPage())
    case 'refetch':
      return act(() => void list().feed.refetch())
    case 'wait':
      return pass(made.ms)
    case 'fail':
      return service.fail(made.operation, made.fault)
    case 'hold':
      return void releases.push(service.hold(made.operation))
    case 'release':
      return releases.shift()?.()
    case 'online':
      return act(() => onlineManager.setOnline(made.isOnline))
  }
}

/** What must hold at every moment. */
const check = (list: ReturnType<typeof useList>, filter: FeedFilter, steps: readonly Step[]) => {
  for (const { notifications } of [list.feed, list.all]) {
    const ids = notifications.map(({ _id }) => _id)
    expect(ids).toEqual([...new Set(ids)])
    expect(ids).toEqual(ids.toSorted((a, b) => Number(b.slice(1)) - Number(a.slice(1))))
  }
  expect(list.feed.notifications.every((notification) => belongs(notification, filter))).toBe(true)
  // Both lists tell the same of one item, but for what another device did after one of them was asked for.
  if (steps.some(({ kind }) => kind === 'markElsewhere')) return
  const all = new Map(list.all.notifications.map((notification) => [notification._id, notification]))
  for (const { _id, read, seen } of list.feed.notifications)
    if (all.has(_id)) expect(all.get(_id)).toMatchObject({ read, seen })
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  onlineManager.setOnline(true)
})

describe('whatever happens', () => {
  it('nothing shows twice or out of order, and all ends as the service has it', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ filter, firstPage, likeProduction, size, steps }) => {
        const service = createTestService({ notifications: makeNotifications(size), firstPage, likeProduction })
        const releases: (() => void)[] = []
        const { result } = renderInbox(service, () => useList(filter), { pollInterval, retry: { attempts: 2 } })
        const list = () => result.current
        await pass(10)
        for (const made of steps) {
          await perform(made, service, list, releases)
          await pass(0)
          check(list(), filter, steps)
        }

        act(() => onlineManager.setOnline(true))
        service.clear()
        await pass(40_000)
        // What other devices did deep in the list is found by asking for it again. What we did ourselves is known.
        if (steps.some(({ kind }) => kind === 'delete' || kind === 'markElsewhere'))
          await act(async () => {
            const refetched = Promise.all([list().feed.refetch(), list().all.refetch()])
            await vi.advanceTimersByTimeAsync(10)
            await refetched
          })
        for (let left = 40; left > 0 && list().feed.hasMore; left--) {
          await act(async () => {
            const loaded = list().feed.fetchNextPage()
            await vi.advanceTimersByTimeAsync(10)
            await loaded
          })
          check(list(), filter, steps)
        }
        await pass(pollInterval * 2)

        const truth = service.notifications()
        expect(summary(list().feed.notifications)).toEqual(
          summary(truth.filter((notification) => belongs(notification, filter))),
        )
        expect(list().unread.count).toBe(truth.filter(({ read }) => !read).length)
        expect(list().unseen.count).toBe(truth.filter(({ seen }) => !seen).length)
        cleanup()
      }),
      { numRuns: Number(process.env.RUNS ?? 60), verbose: 1 },
    )
  })
})
