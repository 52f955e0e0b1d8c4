import { onlineManager } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  useArchive,
  useDelete,
  useFeed,
  useMarkAll,
  useMarkAs,
  useSnooze,
  useUnreadCount,
  useUnseenCount,
} from '../../../src/hooks/index.ts'
import { useInbox } from '../../../src/hooks/provider/InboxProvider.tsx'
import { archiveAllRead } from '../../../src/state/intents/triageMessages.ts'
import {
  createTestService,
  makeNotification,
  makeNotifications,
  type TestServiceOptions,
} from '../../../src/testing/index.ts'
import { pass } from '../../setup/pass.ts'
import { createBrowser, createMemoryStorage, setOnline } from '../pages.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  onlineManager.setOnline(true)
  vi.useRealTimers()
})

const useEverything = () => ({
  store: useInbox().store,
  feed: useFeed(),
  unread: useUnreadCount().count,
  unseen: useUnseenCount().count,
  markAs: useMarkAs(),
  markAll: useMarkAll(),
  archive: useArchive(),
  snooze: useSnooze(),
  delete: useDelete(),
})

type Result = { current: ReturnType<typeof useEverything> }

/** The list, with what is read or seen, and the counts. */
const shown = ({ current: { feed, unread, unseen } }: Result) => {
  const rows = feed.notifications.map(({ _id, read, seen }) => `${_id}${read ? ' read' : seen ? ' seen' : ''}`)
  return `${rows.join(', ')}; ${unread} unread, ${unseen} unseen`
}

const fresh = 'n1, n2, n0; 3 unread, 3 unseen'

const arrange = async (options: TestServiceOptions = {}) => {
  const service = createTestService({ notifications: makeNotifications(3), ...options })
  const browser = createBrowser(service, createMemoryStorage())
  const open = async () => {
    const page = browser.open(useEverything)
    await pass(100)
    return page
  }
  /** Delivers n1 again, as a digest that grows. */
  const grow = () =>
    service.add(makeNotification(1, { createdAt: new Date().toISOString(), subject: 'Ravi and 2 others' }))
  /** Lets the browser send before it reads. */
  const reconnect = async () => {
    const release = service.hold('getFeed')
    await setOnline(true)
    await pass(1_000)
    release()
    await pass(40_000)
  }
  return { service, open, grow, reconnect }
}

const messageId = 'n1'
const inAnHour = () => new Date(Date.now() + 3_600_000)

/** What is done with n1, and the request that does it. */
const acts: Record<string, ['markAs' | 'batchNotifications', (result: Result) => Promise<unknown>]> = {
  'a mark': ['markAs', ({ current }) => current.markAs.mutateAsync({ messageId, markAs: 'read' })],
  'a mark as seen': ['markAs', ({ current }) => current.markAs.mutateAsync({ messageId, markAs: 'seen' })],
  'an archive': ['batchNotifications', ({ current }) => current.archive.mutateAsync({ messageId })],
  'a snooze': ['batchNotifications', ({ current }) => current.snooze.mutateAsync({ messageId, until: inAnHour() })],
  'a deletion': ['batchNotifications', ({ current }) => current.delete.mutateAsync({ messageId })],
}

describe.each(Object.entries(acts))('%s of a digest that grows meanwhile', (_, [operation, make]) => {
  it('does not change the new delivery, if it was made offline', async () => {
    const { service, open, grow, reconnect } = await arrange()
    const { result } = await open()
    await setOnline(false)
    act(() => void make(result))
    await pass(1_000)
    grow()
    await reconnect()
    expect(service.requestsOf(operation)).toHaveLength(1)
    expect(service.notifications()[0]).toMatchObject({ _id: 'n1', read: false, seen: false })
    expect(shown(result)).toBe(fresh)
  })

  it('does not change the new delivery, if it was in flight', async () => {
    const { service, open, grow } = await arrange()
    const { result } = await open()
    service.fail(operation, { delay: 2_000, of: 'request' })
    act(() => void make(result))
    await pass(1_000)
    grow()
    await pass(40_000)
    expect(service.requestsOf(operation)).toHaveLength(1)
    expect(shown(result)).toBe(fresh)
  })

  it('leaves what is shown as it is, until the new delivery is fetched', async () => {
    const { service, open, grow } = await arrange()
    const { result } = await open()
    service.fail(operation, { delay: 2_000, of: 'request' })
    act(() => void make(result))
    await pass(1_000)
    const before = shown(result)
    grow()
    const release = service.hold('getFeed')
    await pass(1_500)
    expect(service.done.filter((each) => each.operation === operation)).toHaveLength(1)
    expect(shown(result)).toBe(before)
    release()
    await pass(40_000)
    expect(shown(result)).toBe(fresh)
  })

  it('does not change the new delivery, if the browser page closes, and the next one sends it', async () => {
    const { service, open, grow, reconnect } = await arrange()
    const first = await open()
    await setOnline(false)
    act(() => void make(first.result).catch(() => undefined))
    await pass(1_000)
    first.close()
    grow()
    const { result } = await open()
    await reconnect()
    expect(service.requestsOf(operation)).toHaveLength(1)
    expect(shown(result)).toBe(fresh)
  })
})

describe('an undo', () => {
  it.each([
    ['a mark', 'n1 read, n2, n0; 2 unread, 2 unseen'],
    ['an archive', 'n1 read, n2, n0; 2 unread, 2 unseen'],
  ])('of %s does not change a later delivery that another device has read', async (name, later) => {
    const { service, open, grow, reconnect } = await arrange()
    const { result } = await open()
    const [, make] = acts[name] ?? []
    await act(async () => void (await Promise.all([make?.(result), pass(1_000)])))
    await setOnline(false)
    const { undo } = name === 'a mark' ? result.current.markAs : result.current.archive
    act(() => void undo?.())
    await pass(1_000)
    grow()
    service.mark('n1', 'read')
    await reconnect()
    expect(service.notifications()[0]).toMatchObject({ _id: 'n1', read: true })
    expect(shown(result)).toBe(later)
  })

  it('of a mark-all does not change a later delivery that another device has read', async () => {
    const { service, open, grow, reconnect } = await arrange()
    const { result } = await open()
    await act(
      async () => void (await Promise.all([result.current.markAll.mutateAsync({ markAs: 'read' }), pass(1_000)])),
    )
    await setOnline(false)
    act(() => void result.current.markAll.undo?.())
    await pass(1_000)
    grow()
    service.mark('n1', 'read')
    await reconnect()
    expect(shown(result)).toBe('n1 read, n2, n0; 2 unread, 2 unseen')
  })

  it.each([
    ['a mark', (result: Result) => result.current.markAs.mutateAsync({ messageId: ['n1', 'n2'], markAs: 'read' })],
    ['a mark-all', (result: Result) => result.current.markAll.mutateAsync({ markAs: 'read' })],
  ])('of %s does not change a delivery that came before the undo', async (name, make) => {
    const { service, open, grow } = await arrange()
    const { result } = await open()
    await act(async () => void (await Promise.all([make(result), pass(1_000)])))
    const { undo } = name === 'a mark' ? result.current.markAs : result.current.markAll
    grow()
    service.mark('n1', 'read')
    await pass(40_000)
    act(() => void undo?.())
    await pass(1_000)
    expect(service.notifications().map(({ read }) => read)).toEqual([true, false, false])
    expect(shown(result)).toBe('n1 read, n2, n0; 2 unread, 2 unseen')
  })

  it('of a snooze returns a digest that grew while it was snoozed', async () => {
    const { open, grow } = await arrange()
    const { result } = await open()
    await act(async () => void (await Promise.all([acts['a snooze']?.[1](result), pass(1_000)])))
    grow()
    act(() => void result.current.snooze.undo?.())
    await pass(40_000)
    expect(shown(result)).toBe(fresh)
  })
})

describe('a mark-all', () => {
  const arrive = ({ service }: Pick<Awaited<ReturnType<typeof arrange>>, 'service'>) => {
    for (const number of [3, 4])
      service.add(makeNotification(number, { createdAt: new Date(Date.now() + number).toISOString() }))
  }
  const after = 'n4, n3, n2 read, n1 read, n0 read; 2 unread, 2 unseen'

  it('made offline leaves alone what arrives until it is sent, in two tabs and after a reload', async () => {
    const world = await arrange()
    const [first, second] = [await world.open(), await world.open()]
    await setOnline(false)
    act(() => first.result.current.markAll.mutate({ markAs: 'read' }))
    await pass(1_000)
    expect(shown(first.result)).toBe('n2 read, n1 read, n0 read; 0 unread, 0 unseen')
    first.close()
    const third = await world.open()
    arrive(world)
    await world.reconnect()
    await pass(10_000)
    expect(world.service.done.filter(({ operation }) => operation === 'markAll')).toHaveLength(1)
    expect(world.service.notifications().map(({ read }) => read)).toEqual([false, false, true, true, true])
    expect([shown(second.result), shown(third.result)]).toEqual([after, after])
  })

  it('does not show on what arrives while it is in flight, in no tab', async () => {
    const world = await arrange()
    const [first, second] = [await world.open(), await world.open()]
    world.service.fail('markAll', { delay: 5_000, of: 'request' })
    act(() => first.result.current.markAll.mutate({ markAs: 'read' }))
    await pass(1_000)
    arrive(world)
    act(() => void first.result.current.feed.refetch())
    act(() => void second.result.current.feed.refetch())
    await pass(1_000)
    expect(shown(first.result)).toBe(after)
    expect(shown(second.result)).toBe('n4, n3, n2, n1, n0; 5 unread, 5 unseen')
    await pass(40_000)
    expect([shown(first.result), shown(second.result)]).toEqual([after, after])
  })

  it('of an inbox that was empty marks none', async () => {
    const world = await arrange({ notifications: [] })
    const { result } = await world.open()
    await setOnline(false)
    act(() => result.current.markAll.mutate({ markAs: 'seen' }))
    await pass(1_000)
    arrive(world)
    await world.reconnect()
    expect(shown(result)).toBe('n4, n3; 2 unread, 2 unseen')
  })

  it('archives what is read, and not what arrived since and was read elsewhere', async () => {
    const world = await arrange()
    const { result } = await world.open()
    await act(async () => void (await Promise.all([acts['a mark']?.[1](result), pass(1_000)])))
    await setOnline(false)
    act(() => void archiveAllRead(result.current.store))
    await pass(1_000)
    arrive(world)
    world.service.mark('n3', 'read')
    await world.reconnect()
    expect(shown(result)).toBe('n4, n3 read, n2, n0; 3 unread, 3 unseen')
  })
})

it('requests of production have the fields that they always had', async () => {
  const { service, open } = await arrange({ likeProduction: true, triage: true })
  const { result } = await open()
  for (const [, make] of Object.values(acts))
    await act(async () => void (await Promise.all([make(result), pass(1_000)])))
  await act(async () => void (await Promise.all([result.current.markAll.mutateAsync({ markAs: 'seen' }), pass(1_000)])))
  await act(async () => void (await Promise.all([archiveAllRead(result.current.store), pass(1_000)])))
  const batch = { notificationIds: ['n1'] }
  expect(service.requests.flatMap(({ body }) => body ?? [])).toEqual([
    { messageId: ['n1'], markAs: 'read' },
    { messageId: ['n1'], markAs: 'seen' },
    { action: 'archive', ...batch },
    { action: 'snooze', ...batch, snoozeUntil: expect.any(String) },
    { action: 'delete', ...batch },
    { markAs: 'seen' },
    {},
  ])
})
