import { onlineManager } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  type InboxProviderProps,
  useArchive,
  useDelete,
  useFailedMarks,
  useFeed,
  useMarkAs,
  useMarkSeen,
  useSnooze,
  useTriage,
  useUnreadCount,
  useUnseenCount,
} from '../../../src/hooks/index.ts'
import { useInbox } from '../../../src/hooks/provider/InboxProvider.tsx'
import { archiveAllRead, deleteLater } from '../../../src/state/intents/triageMessages.ts'
import { createTestService, makeNotifications, type TestServiceOptions } from '../../../src/testing/index.ts'
import { pass } from '../../setup/pass.ts'
import { renderInbox } from '../inboxHarness.tsx'

const useEverything = () => ({
  store: useInbox().store,
  isOffered: useTriage().isOffered,
  all: useFeed({}, { pageSize: 4 }),
  unread: useFeed({ read: false }, { pageSize: 4 }),
  archived: useFeed({ archived: true }, { pageSize: 4 }),
  snoozed: useFeed({ snoozed: true }, { pageSize: 4 }),
  unreadCount: useUnreadCount().count,
  unseenCount: useUnseenCount().count,
  archive: useArchive(),
  snooze: useSnooze(),
  delete: useDelete(),
  markAs: useMarkAs(),
  markSeen: useMarkSeen(),
  failed: useFailedMarks(),
})

const arrange = async (options: TestServiceOptions = {}, provider: Partial<InboxProviderProps> = {}) => {
  const service = createTestService({ notifications: makeNotifications(3), ...options })
  const { result } = renderInbox(service, useEverything, { pollInterval: Infinity, ...provider })
  await waitFor(() => {
    const { all, unread, archived, snoozed, unreadCount, unseenCount } = result.current
    expect([all, unread, archived, snoozed].every(({ isSuccess }) => isSuccess)).toBe(true)
    expect([unreadCount, unseenCount]).not.toContain(undefined)
  })
  return { service, result }
}

type Result = { current: ReturnType<typeof useEverything> }

const idsOf = ({ notifications }: { notifications: readonly { _id: string }[] }) =>
  notifications.map(({ _id }) => _id).join(' ')

/** What each list and count shows. */
const shown = ({ current }: Result) => ({
  all: idsOf(current.all),
  unread: idsOf(current.unread),
  archived: idsOf(current.archived),
  snoozed: idsOf(current.snoozed),
  counts: [current.unreadCount, current.unseenCount],
})

const untouched = { all: 'n2 n1 n0', unread: 'n2 n1 n0', archived: '', snoozed: '', counts: [3, 3] }
const inAnHour = () => new Date(Date.now() + 3_600_000)

afterEach(() => {
  onlineManager.setOnline(true)
  vi.useRealTimers()
})

describe('useArchive', () => {
  it('moves a message to the archive in every list and count at once, and undo brings it back as it was', async () => {
    const { service, result } = await arrange()
    const fetched = service.requestsOf('getFeed').length
    const release = service.hold('batchNotifications')
    act(() => result.current.archive.mutate({ messageId: 'n1' }))
    const archived = { all: 'n2 n0', unread: 'n2 n0', archived: 'n1', snoozed: '', counts: [2, 2] }
    await waitFor(() => expect(shown(result)).toEqual(archived))
    release()
    await waitFor(() => expect(result.current.archive.isSuccess).toBe(true))
    expect(shown(result)).toEqual(archived)
    expect(service.notifications()[1]).toMatchObject({ _id: 'n1', archived: true, read: true })
    // The response shows the rest of the feed as it is.
    expect(service.requestsOf('getFeed')).toHaveLength(fetched)

    await act(async () => result.current.archive.undo?.())
    expect(service.requestsOf('batchNotifications').at(-1)?.body).toMatchObject({ notificationIds: ['n1'] })
    expect(shown(result)).toEqual(untouched)
    expect(service.notifications()[1]).toMatchObject({ _id: 'n1', archived: false, read: false, seen: false })
  })

  it('returns messages from the archive', async () => {
    const { result } = await arrange()
    await act(() => result.current.archive.mutateAsync({ messageId: ['n1', 'n2'] }))
    await act(() => result.current.archive.mutateAsync({ messageId: 'n1', archived: false }))
    expect(shown(result)).toMatchObject({ all: 'n1 n0', unread: 'n0', archived: 'n2', counts: [1, 1] })
  })

  it('refetches the feed if that does not have the message that returns', async () => {
    const notifications = makeNotifications(6, (index) => ({ archived: index === 0, read: index === 0 }))
    const { service, result } = await arrange({ notifications })
    expect(shown(result)).toMatchObject({ all: 'n5 n4 n3 n2', archived: 'n0' })
    const fetched = service.requestsOf('getFeed').length
    await act(() => result.current.archive.mutateAsync({ messageId: 'n0', archived: false }))
    await waitFor(() => expect(service.requestsOf('getFeed').length).toBeGreaterThan(fetched))
  })

  it('takes one back that is marked as unread: that returns it from the archive', async () => {
    const { service, result } = await arrange()
    await act(() => result.current.archive.mutateAsync({ messageId: 'n1' }))
    await act(() => result.current.markAs.mutateAsync({ messageId: 'n1', markAs: 'unread' }))
    expect(shown(result)).toMatchObject({ all: 'n2 n1 n0', archived: '' })
    expect(service.notifications()[1]).toMatchObject({ archived: false })
  })

  it('shows the service’s state again if it fails, and can be retried', async () => {
    const { service, result } = await arrange()
    service.fail('batchNotifications', { status: 400 })
    act(() => result.current.archive.mutate({ messageId: 'n1' }))
    await waitFor(() => expect(result.current.archive.isError).toBe(true))
    expect(shown(result)).toEqual(untouched)
    expect(result.current.failed.failed).toMatchObject([{ verb: 'archive', target: { kind: 'messages', ids: ['n1'] } }])
    act(() => result.current.failed.retry())
    await waitFor(() => expect(service.notifications()[1]).toMatchObject({ archived: true }))
  })

  it('refetches the feed if the service does not have the message any more', async () => {
    const { service, result } = await arrange()
    service.remove('n1')
    await act(() => result.current.archive.mutateAsync({ messageId: ['n1', 'n0'] }))
    await waitFor(() => expect(shown(result)).toMatchObject({ all: 'n2', archived: 'n0', counts: [1, 1] }))
  })

  it('in a filtered list, skips nothing on the next page', async () => {
    const { result } = await arrange({ notifications: makeNotifications(12) })
    expect(idsOf(result.current.unread)).toBe('n11 n10 n9 n8')
    await act(() => result.current.archive.mutateAsync({ messageId: ['n11', 'n10', 'n9'] }))
    while (result.current.unread.hasMore) {
      const before = result.current.unread.notifications.length
      await act(() => result.current.unread.fetchNextPage())
      await waitFor(() => expect(result.current.unread.notifications.length).toBeGreaterThan(before))
    }
    expect(idsOf(result.current.unread)).toBe('n8 n7 n6 n5 n4 n3 n2 n1 n0')
  })

  it('of all that are read leaves the unread ones, and undo returns those that were loaded', async () => {
    const { service, result } = await arrange()
    await act(() => result.current.markAs.mutateAsync({ messageId: ['n0', 'n2'], markAs: 'read' }))
    const fetched = service.requestsOf('getFeed').length
    const { count, undo } = await act(() => archiveAllRead(result.current.store))
    expect(count).toBe(2)
    // Others may have become read meanwhile, and the response names none.
    await waitFor(() => expect(service.requestsOf('getFeed').length).toBeGreaterThan(fetched))
    await waitFor(() => expect(shown(result)).toMatchObject({ all: 'n1', archived: 'n2 n0', counts: [1, 1] }))
    expect(service.notifications().map(({ archived }) => archived === true)).toEqual([true, false, true])
    await act(async () => undo?.())
    await waitFor(() => expect(shown(result)).toMatchObject({ all: 'n2 n1 n0', archived: '' }))
  })
})

describe('useSnooze', () => {
  it('hides a message, and shows it among the snoozed ones with its end', async () => {
    const { result } = await arrange()
    const until = inAnHour()
    await act(() => result.current.snooze.mutateAsync({ messageId: 'n1', until }))
    expect(shown(result)).toEqual({ all: 'n2 n0', unread: 'n2 n0', archived: '', snoozed: 'n1', counts: [2, 2] })
    expect(result.current.snoozed.notifications[0]?.snoozedUntil).toBe(until.toISOString())
    await act(async () => result.current.snooze.undo?.())
    expect(shown(result)).toEqual(untouched)
  })

  it('stays snoozed when it is marked meanwhile, and returns now on demand, to its place', async () => {
    const { service, result } = await arrange()
    await act(() => result.current.snooze.mutateAsync({ messageId: 'n1', until: inAnHour() }))
    await act(() => result.current.markAs.mutateAsync({ messageId: 'n1', markAs: 'read' }))
    expect(shown(result)).toMatchObject({ all: 'n2 n0', snoozed: 'n1', counts: [2, 2] })
    await act(() => result.current.snooze.mutateAsync({ messageId: 'n1', until: null }))
    expect(shown(result)).toMatchObject({ all: 'n2 n1 n0', unread: 'n2 n0', snoozed: '', counts: [2, 2] })
    // Without what it was made on: a digest that grew meanwhile returns too.
    expect(service.requestsOf('batchNotifications').at(-1)?.body).toEqual({
      action: 'unsnooze',
      notificationIds: ['n1'],
    })
  })

  it('delivers it again at its end: on top, unread and counted', async () => {
    let time = Date.now()
    const { result } = await arrange({ now: () => time })
    await act(() => result.current.markAs.mutateAsync({ messageId: 'n1', markAs: 'read' }))
    time += 1_000
    await act(() => result.current.snooze.mutateAsync({ messageId: 'n1', until: new Date(time + 3_600_000) }))
    time += 3_600_000
    await act(() => result.current.store.live.refresh())
    await waitFor(() =>
      expect(shown(result)).toEqual({ all: 'n1 n2 n0', unread: 'n1 n2 n0', archived: '', snoozed: '', counts: [3, 3] }),
    )
  })

  it('is not sent when its time has passed while the browser was offline', async () => {
    let now = Date.now()
    const { service, result } = await arrange({}, { environment: { now: () => now } })
    act(() => onlineManager.setOnline(false))
    act(() => result.current.snooze.mutate({ messageId: 'n1', until: inAnHour() }))
    await waitFor(() => expect(shown(result).all).toBe('n2 n0'))
    now += 3_700_000
    act(() => onlineManager.setOnline(true))
    await waitFor(() => expect(shown(result)).toEqual(untouched))
    expect(service.requestsOf('batchNotifications')).toEqual([])
  })
})

describe('a message that is delivered again', () => {
  /** Snoozes n1, and returns what ends the snooze: n1 is then delivered again. */
  const arrangeSnoozed = async () => {
    let time = Date.now()
    const { service, result } = await arrange({ now: () => time }, { environment: { gatherSeenFor: 1 } })
    const snooze = () =>
      act(() => result.current.snooze.mutateAsync({ messageId: 'n1', until: new Date(time + 1_000) }))
    const endSnooze = async () => {
      time += 1_000
      act(() => void result.current.store.live.refresh())
      await waitFor(() => expect(shown(result).unread).toMatch(/^n1/))
    }
    return { service, result, snooze, endSnooze }
  }

  it('is not changed by what waited since before, which changes the others', async () => {
    const { service, result, snooze, endSnooze } = await arrangeSnoozed()
    await snooze()
    const [earlier] = result.current.snoozed.notifications
    const release = service.hold('markAs')
    act(() => result.current.markAs.mutate({ messageId: 'n2', markAs: 'seen' }))
    await waitFor(() => expect(service.requestsOf('markAs')).toHaveLength(1))
    act(() => {
      result.current.markAs.mutate({ messageId: ['n1', 'n0'], markAs: 'read' })
      result.current.archive.mutate({ messageId: 'n1' })
    })
    await waitFor(() => expect(shown(result)).toMatchObject({ archived: 'n1', snoozed: '', counts: [1, 0] }))

    await endSnooze()
    act(() => earlier && result.current.markSeen(earlier))
    expect(shown(result)).toEqual({ all: 'n1 n2 n0', unread: 'n1 n2', archived: '', snoozed: '', counts: [2, 1] })
    release()
    await waitFor(() => expect(result.current.archive.isSuccess).toBe(true))
    await waitFor(() => expect(result.current.store.log.getState().pending).toEqual([]))
    expect(service.notifications().map(({ _id, read }) => [_id, read])).toEqual([
      ['n1', false],
      ['n2', false],
      ['n0', true],
    ])
    expect(shown(result)).toEqual({ all: 'n1 n2 n0', unread: 'n1 n2', archived: '', snoozed: '', counts: [2, 1] })
  })

  it('is not changed by an undo or a retry of what was done before', async () => {
    const { service, result, snooze, endSnooze } = await arrangeSnoozed()
    await act(() => result.current.markAs.mutateAsync({ messageId: 'n1', markAs: 'read' }))
    const { undo } = result.current.markAs
    service.fail('markAs', { status: 400 })
    await act(() => result.current.markAs.mutateAsync({ messageId: 'n1', markAs: 'unread' }).catch(() => undefined))
    await snooze()
    await endSnooze()
    await act(() => result.current.markAs.mutateAsync({ messageId: 'n1', markAs: 'read' }))
    act(() => result.current.failed.retry())
    await act(async () => undo?.())
    await waitFor(() => expect(result.current.store.log.getState().pending).toEqual([]))
    expect(service.notifications()[0]).toMatchObject({ _id: 'n1', read: true })
  })

  it.each([
    ['before', 'response'],
    ['after', 'request'],
  ] as const)('is not changed by a request that left earlier, and reaches the service %s', async (_, of) => {
    const { service, result, snooze, endSnooze } = await arrangeSnoozed()
    await snooze()
    vi.useFakeTimers()
    service.fail('markAs', { delay: 5_000, of })
    act(() => result.current.markAs.mutate({ messageId: 'n1', markAs: 'read' }))
    await pass(1_000)
    await endSnooze()
    expect(shown(result)).toMatchObject({ all: 'n1 n2 n0', unread: 'n1 n2 n0', counts: [3, 3] })
    await pass(5_000)
    expect(result.current.markAs.isSuccess).toBe(true)
    expect(shown(result)).toMatchObject({ all: 'n1 n2 n0', unread: 'n1 n2 n0', counts: [3, 3] })
  })
})

describe('useDelete', () => {
  it.each([false, true])(
    'removes a message from every list and count (like production: %s)',
    async (likeProduction) => {
      const { service, result } = await arrange({ likeProduction, triage: true })
      const fetched = service.requestsOf('getFeed').length
      await act(() => result.current.delete.mutateAsync({ messageId: 'n1' }))
      expect(shown(result)).toEqual({ ...untouched, all: 'n2 n0', unread: 'n2 n0', counts: [2, 2] })
      expect(service.notifications()).toHaveLength(2)
      expect(service.requestsOf('getFeed')).toHaveLength(fetched)
    },
  )

  it('refetches the counts if the message was not loaded', async () => {
    const { result } = await arrange({ notifications: makeNotifications(6) })
    expect(shown(result)).toMatchObject({ all: 'n5 n4 n3 n2', counts: [6, 6] })
    await act(() => result.current.delete.mutateAsync({ messageId: 'n0' }))
    await waitFor(() => expect(shown(result).counts).toEqual([5, 5]))
  })

  it('settles when another device was faster', async () => {
    const { service, result } = await arrange()
    service.remove('n1')
    await act(() => result.current.delete.mutateAsync({ messageId: 'n1' }))
    expect(shown(result).all).toBe('n2 n0')
    expect(result.current.failed.failed).toEqual([])
  })
})

describe('undo', () => {
  it.each<
    [what: string, act: (result: Result) => Promise<unknown>, undo: (result: Result) => Promise<void> | undefined]
  >([
    [
      'the return of an archived message',
      ({ current }) => current.archive.mutateAsync({ messageId: 'n0', archived: false }),
      ({ current }) => current.archive.undo?.(),
    ],
    [
      'an archived message marked as unread',
      ({ current }) => current.markAs.mutateAsync({ messageId: 'n0', markAs: 'unread' }),
      ({ current }) => current.markAs.undo?.(),
    ],
    [
      'the return of a snoozed message',
      ({ current }) => current.snooze.mutateAsync({ messageId: 'n1', until: null }),
      ({ current }) => current.snooze.undo?.(),
    ],
    [
      'another time for a snoozed message',
      ({ current }) => current.snooze.mutateAsync({ messageId: 'n1', until: new Date(Date.now() + 7_200_000) }),
      ({ current }) => current.snooze.undo?.(),
    ],
    [
      'archiving a snoozed message',
      ({ current }) => current.archive.mutateAsync({ messageId: 'n1' }),
      ({ current }) => current.archive.undo?.(),
    ],
  ])('restores where the message was: %s', async (_what, change, undo) => {
    const { service, result } = await arrange()
    await act(() => result.current.snooze.mutateAsync({ messageId: 'n1', until: inAnHour() }))
    await act(() => result.current.archive.mutateAsync({ messageId: 'n0' }))
    const stored = () => service.notifications().map(({ updatedAt: _time, ...notification }) => notification)
    const before = [shown(result), stored()]
    expect(before[0]).toMatchObject({ all: 'n2', archived: 'n0', snoozed: 'n1' })
    await act(() => change(result))
    expect(stored()).not.toEqual(before[1])
    await act(async () => undo(result))
    expect([shown(result), stored()]).toEqual(before)
  })
})

describe('a deletion that can be undone', () => {
  it('shows at once, and is sent when it is done', async () => {
    const { service, result } = await arrange()
    let held: ReturnType<typeof deleteLater> | undefined
    act(() => void (held = deleteLater(result.current.store, ['n1'])))
    expect(shown(result).all).toBe('n2 n0')
    // A later mark does not wait for it.
    await act(() => result.current.markAs.mutateAsync({ messageId: 'n2', markAs: 'read' }))
    expect(service.notifications()).toHaveLength(3)
    act(() => held?.done())
    await waitFor(() => expect(service.notifications()).toHaveLength(2))
    expect(shown(result).all).toBe('n2 n0')
  })

  it('shows the message again when it is undone, and sends nothing', async () => {
    const { service, result } = await arrange()
    await act(async () => {
      const held = deleteLater(result.current.store, ['n1'])
      await held.undo()
      held.done()
    })
    expect(shown(result)).toEqual(untouched)
    expect(service.requestsOf('batchNotifications')).toEqual([])
  })

  it('is sent when the browser page ends, and what is in flight is not sent again', async () => {
    const { service, result } = await arrange()
    const land = service.hold('markAs')
    act(() => result.current.markAs.mutate({ messageId: 'n2', markAs: 'read' }))
    await waitFor(() => expect(service.requestsOf('markAs')).toHaveLength(1))
    act(() => void deleteLater(result.current.store, ['n1']))
    act(() => void window.dispatchEvent(new Event('pagehide')))
    await waitFor(() => expect(service.notifications()).toHaveLength(2))
    expect(service.requestsOf('markAs')).toHaveLength(1)
    land()
  })
})

describe('a service without archive, snooze and delete', () => {
  it('is not offered them, and after its first refusal gets no further request', async () => {
    const service = createTestService({ notifications: makeNotifications(3), triage: false })
    let batches = 0
    const fetch: typeof service.fetch = (input, init) => {
      batches += Number(new Request(input, init).url.endsWith('/batch'))
      return service.fetch(input, init)
    }
    const use = () => ({ isOffered: useTriage().isOffered, all: useFeed(), archive: useArchive() })
    const { result } = renderInbox(service, use, { fetch })
    await waitFor(() => expect(result.current.all.isSuccess).toBe(true))
    expect(result.current.isOffered).toBe(false)
    for (let attempt = 0; attempt < 2; attempt++)
      await act(async () => {
        await expect(result.current.archive.mutateAsync({ messageId: 'n1' })).rejects.toMatchObject({ status: 404 })
      })
    expect(batches).toBe(1)
    expect(idsOf(result.current.all)).toBe('n2 n1 n0')
  })

  it('is used all the same with `triage`', async () => {
    const service = createTestService({ notifications: makeNotifications(3), triage: false })
    const { result } = renderInbox(service, useTriage, { triage: true })
    expect(result.current.isOffered).toBe(true)
  })
})
