import { hashKey, QueryClient } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { useFeed, useMarkAll, useMarkAs, useMarkSeen } from '../../src/hooks/index.ts'
import { createTestService, makeFeedPage, makeNotification, makeNotifications } from '../../src/testing/index.ts'
import { createFakeBrowser } from '../hooks/fakeBrowser.ts'
import { createBrowser, createMemoryStorage, setOnline } from '../hooks/pages.tsx'
import { pass } from '../setup/pass.ts'

/**
 * After an update of the app, tabs with version 0.1.0 may still be open, and storage has entries that it wrote. It
 * stored the marks of all tabs in one entry; now each tab has its own. This file has the forms as 0.1.0 defined them,
 * and must not follow the sources.
 */
const scope = '["/api/inbox","ada"]'
const storageKeys = {
  index: 'tidings:1:index',
  pages: `tidings:1:pages:${scope}`,
  marks: `tidings:1:marks:${scope}`,
  /** Not of 0.1.0: the ids of the tabs that have an entry. */
  tabs: `tidings:1:tabs:${scope}`,
}
const channelName = `tidings/1 ${scope}`
const lockOf = (owner: string) => `${storageKeys.marks} ${owner}`

const verb = z.enum(['read', 'seen', 'unread', 'unseen'])
const names = z.optional(z.array(z.string()))
const storedLog = z.object({
  owner: z.string(),
  pending: z.array(
    z.object({
      id: z.string(),
      verb,
      ids: names,
      feeds: names,
      madeAt: z.optional(z.number()),
      isQuiet: z.optional(z.boolean()),
      sentAs: z.optional(z.string()),
    }),
  ),
  settledItems: z.array(z.object({ id: z.string(), read: z.boolean(), seen: z.boolean(), settledAt: z.number() })),
  settledAlls: z.array(z.object({ verb, feeds: names, settledAt: z.number() })),
})
type StoredLog = z.output<typeof storedLog>
const storedPage = z.object({
  pageSize: z.optional(z.number()),
  filter: z.object({
    read: z.optional(z.boolean()),
    seen: z.optional(z.boolean()),
    payload: z.optional(z.looseObject({})),
  }),
  requestedAt: z.number(),
  limit: z.number(),
  page: z.looseObject({
    totalCount: z.optional(z.number()),
    hasMore: z.boolean(),
    data: z.array(z.unknown()),
    pageSize: z.number(),
    page: z.number(),
  }),
})
const storedIndex = z.array(z.object({ endpoint: z.string(), subscriberId: z.string() }))

const now = Date.UTC(2026, 0, 6)
const poll = 40_000

beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(async () => {
  await setOnline(true)
  vi.useRealTimers()
})

const useInboxState = () => ({ feed: useFeed(), markAs: useMarkAs(), markAll: useMarkAll(), markSeen: useMarkSeen() })
type State = { current: ReturnType<typeof useInboxState> }

const shown = ({ current }: State) =>
  current.feed.notifications.map(({ _id, read }) => `${_id}${read ? ' read' : ''}`).join(', ')
const mark = ({ current }: State, messageId: string, markAs: 'read' | 'unread') =>
  act(() => current.markAs.mutate({ messageId, markAs }))

/** A browser with tabs of both versions, in front of three unread notifications: n2, n1, n0. */
const setUp = ({ later = false } = {}) => {
  const service = createTestService({ notifications: makeNotifications(3) })
  const { entries, storage } = createMemoryStorage({ later })
  const shared = createFakeBrowser()
  const browser = createBrowser(service, { storage })
  let ids = 0

  const openNewTab = (props: Parameters<typeof browser.open>[1] = {}) => {
    const { environment, close } = shared.openPage()
    const newId = () => `new-${++ids}`
    const tab = browser.open(useInboxState, {
      environment: { gatherFor: 1, gatherSeenFor: 1, newId, ...environment },
      ...props,
    })
    return {
      ...tab,
      close: () => {
        close()
        tab.close()
      },
    }
  }

  const parseLogs = (text = '[]') => z.array(storedLog).parse(JSON.parse(text))
  /** The entry of 0.1.0. */
  const sharedLogs = () => parseLogs(entries.get(storageKeys.marks))
  /** The logs of all tabs. */
  const logs = () => [
    ...sharedLogs(),
    ...[...entries].flatMap(([key, log]) => (key.startsWith(`${storageKeys.marks} `) ? parseLogs(`[${log}]`) : [])),
  ]
  /** 0.1.0 replaced its own entry, and wrote those of others as it had read them. */
  const write = (log: Partial<StoredLog> & { owner: string }) => {
    const others = sharedLogs().filter(({ owner }) => owner !== log.owner)
    const own = { pending: [], settledItems: [], settledAlls: [], ...log }
    entries.set(storageKeys.marks, JSON.stringify([...others, own]))
  }

  /** An open tab of 0.1.0, as far as others can tell: it holds its lock, and is on its channel. */
  const openOldTab = (owner: string) => {
    const { environment, close } = shared.openPage()
    const channel = environment.openBroadcast(channelName)
    const received: unknown[] = []
    channel?.addEventListener('message', ({ data }) => received.push(data))
    void environment.locks.request(lockOf(owner), () => new Promise(() => {}))
    return {
      /** The messages that came on its channel. */
      received,
      write: (log: Partial<StoredLog>) => write({ ...log, owner }),
      /** Whether it finds the lock of another tab free, and so sends that tab's marks. */
      canTakeOver: (other: string): Promise<boolean> =>
        environment.locks.request(lockOf(other), { ifAvailable: true }, (lock) => lock !== null),
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
      post: (message: unknown) => channel?.postMessage(message),
      close: () => {
        channel?.close()
        close()
      },
    }
  }

  const sent = () =>
    service.requests
      .filter(({ operation }) => operation === 'markAs' || operation === 'markAll')
      .map(({ body, idempotencyKey }) => ({ body, idempotencyKey }))

  return { service, entries, write, logs, openNewTab, openOldTab, sent }
}

/** What 0.1.0 stored of an inbox with the three unread notifications. */
const storePages = (entries: Map<string, string>) => {
  const page = makeFeedPage({ data: makeNotifications(3) })
  entries.set(storageKeys.index, JSON.stringify([{ endpoint: '/api/inbox', subscriberId: 'ada' }]))
  entries.set(
    storageKeys.pages,
    JSON.stringify([{ filter: {}, pageSize: 20, requestedAt: now - 10_000, limit: 20, page }]),
  )
}

describe.each([
  ['at once', false],
  ['later', true],
])('marks that a closed tab of 0.1.0 left, in a storage that responds %s', (_, later) => {
  it('are shown at once, and sent in order: one that was sent under its old key, and alone', async () => {
    const { service, entries, write, openNewTab, sent } = setUp({ later })
    storePages(entries)
    service.mark('n2', 'read')
    write({
      owner: 'old-1',
      pending: [
        { id: '1', verb: 'read', ids: ['n0'], madeAt: now - 5_000, sentAs: 'old-key' },
        { id: '2', verb: 'read', ids: ['n1'], madeAt: now - 4_000 },
        { id: '3', verb: 'unread', ids: ['n0'], madeAt: now - 3_000 },
        { id: '4', verb: 'seen', feeds: ['activity'], madeAt: now - 2_000, isQuiet: true },
      ],
      settledItems: [{ id: 'n2', read: true, seen: true, settledAt: now - 6_000 }],
    })

    const release = service.hold('getFeed')
    const tab = openNewTab()
    await pass(0)
    expect(shown(tab.result)).toBe('n2 read, n1 read, n0')
    expect(tab.result.current.feed.notifications.map(({ seen }) => seen)).toEqual([true, true, true])

    await pass(100)
    release()
    await pass(1_000)
    expect(sent()).toEqual([
      { body: { messageId: ['n0'], markAs: 'read' }, idempotencyKey: 'old-key' },
      { body: { messageId: ['n1'], markAs: 'read' }, idempotencyKey: expect.stringMatching(/^new-/) },
      { body: { messageId: ['n0'], markAs: 'unread' }, idempotencyKey: expect.stringMatching(/^new-/) },
      { body: { feedIdentifier: ['activity'], markAs: 'seen' }, idempotencyKey: expect.stringMatching(/^new-/) },
    ])
    expect(shown(tab.result)).toBe('n2 read, n1 read, n0')
    expect(service.notifications().map(({ read, seen }) => [read, seen])).toEqual([
      [true, true],
      [true, true],
      [false, true],
    ])
  })

  it('are sent in the order in which they were made, whichever tab made them', async () => {
    const { write, openNewTab, sent } = setUp({ later })
    write({
      owner: 'old-1',
      pending: [
        { id: '1', verb: 'read', ids: ['n0'], madeAt: now - 5_000 },
        { id: '3', verb: 'read', ids: ['n0'], madeAt: now - 3_000 },
      ],
    })
    write({ owner: 'old-2', pending: [{ id: '2', verb: 'unread', ids: ['n0'], madeAt: now - 4_000 }] })
    const tab = openNewTab()
    await pass(1_000)
    expect(sent().map(({ body }) => body)).toEqual([
      { messageId: ['n0'], markAs: 'read' },
      { messageId: ['n0'], markAs: 'unread' },
      { messageId: ['n0'], markAs: 'read' },
    ])
    expect(shown(tab.result)).toBe('n2, n1, n0 read')
  })

  it('are no longer stored once they have settled, and not sent again by the next visit', async () => {
    const { logs, write, openNewTab, sent } = setUp({ later })
    write({ owner: 'old-1', pending: [{ id: '1', verb: 'read', ids: ['n0'], madeAt: now - 5_000 }] })
    const tab = openNewTab()
    await pass(1_000)
    expect(logs().flatMap(({ owner, pending }) => [owner, ...pending])).toEqual([expect.stringMatching(/^new-/)])
    tab.close()
    openNewTab()
    await pass(10_000)
    expect(sent()).toHaveLength(1)
  })
})

describe('an open tab of 0.1.0', () => {
  const pending = [{ id: '1', verb: 'read' as const, ids: ['n0'], madeAt: now - 5_000, sentAs: 'old-key' }]
  const settledItems = [{ id: 'n2', read: false, seen: true, settledAt: now - 6_000 }]

  it('has its entry unchanged in storage, and sends its own marks until it closes', async () => {
    const { logs, openNewTab, openOldTab, sent } = setUp()
    const old = openOldTab('old-1')
    old.write({ pending, settledItems })
    const entryOfOld = () => logs().find(({ owner }) => owner === 'old-1')
    const before = entryOfOld()

    const tab = openNewTab()
    await pass(2_000)
    await setOnline(false)
    mark(tab.result, 'n1', 'read')
    await pass(2_000)
    expect(entryOfOld()).toEqual(before)
    expect(logs().find(({ owner }) => owner.startsWith('new-'))?.pending).toMatchObject([{ verb: 'read', ids: ['n1'] }])
    await setOnline(true)
    await pass(60_000)
    expect(sent().map(({ body }) => body)).toEqual([{ messageId: ['n1'], markAs: 'read' }])
    expect(entryOfOld()).toEqual(before)

    old.close()
    await pass(10_000)
    expect(sent().slice(1)).toEqual([{ body: { messageId: ['n0'], markAs: 'read' }, idempotencyKey: 'old-key' }])
    expect(entryOfOld()).toBeUndefined()
    expect(shown(tab.result)).toBe('n2, n1 read, n0 read')
  })

  it('that writes after the new tab read the storage loses no mark: the next visit sends it', async () => {
    const { openNewTab, openOldTab, sent } = setUp()
    const tab = openNewTab()
    await pass(2_000)
    const old = openOldTab('old-1')
    old.write({ pending })
    old.post({ kind: 'keeping', page: 'old-1' })
    mark(tab.result, 'n1', 'read')
    await pass(2_000)
    old.close()
    tab.close()
    const next = openNewTab()
    await pass(10_000)
    expect(sent().map(({ body }) => body)).toEqual([
      { messageId: ['n1'], markAs: 'read' },
      { messageId: ['n0'], markAs: 'read' },
    ])
    expect(sent()[1]?.idempotencyKey).toBe('old-key')
    expect(shown(next.result)).toBe('n2, n1 read, n0 read')
  })

  it('has no part in the marks of a new tab, whose entry is in the form that 0.1.0 defined', async () => {
    const { service, entries, openNewTab } = setUp()
    const tab = openNewTab()
    await pass(2_000)
    const { markAs, markAll, markSeen } = tab.result.current
    // As long as a page is older than a settled mark, the mark is stored.
    const releasePages = service.hold('getFeed')
    mark(tab.result, 'n2', 'read')
    act(() => markAll.mutate({ markAs: 'seen' }))
    act(() => markAll.mutate({ markAs: 'seen', feedIdentifier: ['activity'] }))
    await pass(2_000)
    const release = service.hold('markAs')
    act(() => markAs.mutate({ messageId: ['n1', 'n0'], markAs: 'read' }))
    await pass(100)
    act(() => markAll.mutate({ markAs: 'unread' }))
    act(() => markAll.mutate({ markAs: 'unseen', feedIdentifier: ['activity', 'billing'] }))
    // Marked as unseen, it comes into view again.
    await pass(10)
    act(() => markSeen(makeNotification(7)))
    await pass(2_000)

    const json = (key: string): unknown => JSON.parse(entries.get(key) ?? 'null')
    const tabs = z.array(z.string()).parse(json(storageKeys.tabs))
    const ownKey = `${storageKeys.marks} ${tabs[0]}`
    expect(tabs).toHaveLength(1)
    expect([...entries.keys()].toSorted()).toEqual(
      [storageKeys.index, storageKeys.pages, storageKeys.tabs, ownKey].toSorted(),
    )
    // A schema drops the fields that it does not know, so that equality shows that 0.1.0 knows all others.
    const log = storedLog.parse(json(ownKey))
    expect({ ...log, preferences: [] }).toEqual(json(ownKey))
    const pages = z.array(storedPage).parse(json(storageKeys.pages))
    expect(pages).toEqual(json(storageKeys.pages))
    expect(pages).toMatchObject([{ pageSize: 20, page: { data: [{ _id: 'n2' }, { _id: 'n1' }, { _id: 'n0' }] } }])
    expect(storedIndex.parse(json(storageKeys.index))).toEqual([{ endpoint: '/api/inbox', subscriberId: 'ada' }])

    const madeAt = expect.any(Number)
    expect([log]).toEqual([
      {
        owner: tabs[0],
        pending: [
          { id: expect.any(String), verb: 'read', ids: ['n1', 'n0'], madeAt, sentAs: expect.any(String) },
          { id: expect.any(String), verb: 'unread', madeAt },
          { id: expect.any(String), verb: 'unseen', feeds: ['activity', 'billing'], madeAt },
          { id: expect.any(String), verb: 'seen', ids: ['n7'], madeAt, isQuiet: true },
        ],
        settledItems: [{ id: 'n2', read: true, seen: true, settledAt: expect.any(Number) }],
        settledAlls: [
          { verb: 'seen', settledAt: expect.any(Number) },
          { verb: 'seen', feeds: ['activity'], settledAt: expect.any(Number) },
        ],
      },
    ])
    release()
    releasePages()
    await pass(100)
  })

  it('sends the marks of a new tab only after that tab closes: its lock has the name that 0.1.0 knows', async () => {
    const { logs, openNewTab, openOldTab } = setUp()
    const old = openOldTab('old-1')
    const tab = openNewTab()
    await pass(2_000)
    await setOnline(false)
    mark(tab.result, 'n0', 'read')
    await pass(100)
    const owner = logs()[0]?.owner ?? ''
    expect(owner).toMatch(/^new-/)
    expect(await old.canTakeOver(owner)).toBe(false)
    tab.close()
    expect(await old.canTakeOver(owner)).toBe(true)
  })
})

describe('a message on the channel of 0.1.0', () => {
  const span = { by: 'old-1', sentAt: now + 60_000, settledAt: now + 60_001 }
  const page = {
    ...makeFeedPage({ data: [makeNotification(9, { read: true })] }),
    requestedAt: now + 60_000,
    limit: 20,
  }
  const keyOf = (kind: string) => ['tidings', '/api/inbox', 'ada', kind, {}, kind === 'count' ? false : 20]

  it.each([
    ['a page of a list', { kind: 'page', queryKey: keyOf('heads'), page }],
    ['a page of a count', { kind: 'page', queryKey: keyOf('count'), page }],
    [
      'a mark on a message',
      { kind: 'settledMessages', verb: 'read', answered: [['n0', { read: true, seen: true }]], span },
    ],
    ['a mark-all', { kind: 'settledAll', verb: 'read', feeds: undefined, span }],
    ['that its tab stores marks', { kind: 'keeping', page: 'old-1' }],
  ])('changes nothing and throws nothing: %s', async (_, message) => {
    const { service, entries, openNewTab, openOldTab } = setUp()
    const old = openOldTab('old-1')
    const queryClient = new QueryClient()
    const errors: unknown[] = []
    const onUncaught = ({ error }: ErrorEvent) => errors.push(error)
    addEventListener('error', onUncaught)
    const tab = openNewTab({ queryClient, onError: (error) => errors.push(error) })
    await pass(2_000)
    const state = () => ({
      shown: shown(tab.result),
      queries: queryClient
        .getQueryCache()
        .getAll()
        .map(({ queryKey, state: { data } }) => hashKey([queryKey, data])),
      requests: service.requests.length,
      stored: [...entries],
    })
    const before = state()

    old.post(message)
    await pass(2_000)
    expect(state()).toEqual(before)
    expect(errors).toEqual([])
    removeEventListener('error', onUncaught)
  })

  it('is never sent by a new tab, because 0.1.0 could not read its query keys', async () => {
    const { openNewTab, openOldTab } = setUp()
    const old = openOldTab('old-1')
    const tab = openNewTab()
    await pass(2_000)
    mark(tab.result, 'n0', 'read')
    act(() => tab.result.current.markAll.mutate({ markAs: 'seen' }))
    await pass(2 * poll)
    expect(old.received).toEqual([])
  })
})

describe('tabs of both versions that mark the same message', () => {
  const oldMark = { kind: 'settledMessages', verb: 'unread', answered: [['n0', { read: false, seen: true }]] }

  it('end as the service has it after the next poll, if the old tab was last', async () => {
    const { service, openNewTab, openOldTab } = setUp()
    const old = openOldTab('old-1')
    const tab = openNewTab()
    await pass(2_000)
    mark(tab.result, 'n0', 'read')
    await pass(100)
    service.mark('n0', 'unread')
    old.post({ ...oldMark, span: { by: 'old-1', sentAt: now + 2_050, settledAt: now + 2_100 } })
    old.write({ settledItems: [{ id: 'n0', read: false, seen: true, settledAt: now + 2_100 }] })
    await pass(poll)
    expect(service.notifications().at(-1)).toMatchObject({ _id: 'n0', read: false })
    expect(shown(tab.result)).toBe('n2, n1, n0')
  })

  it('end as the service has it after the next poll, if the old tab was last while the new one waited', async () => {
    const { service, openNewTab, openOldTab } = setUp()
    const old = openOldTab('old-1')
    const tab = openNewTab()
    await pass(2_000)
    const release = service.hold('markAs')
    mark(tab.result, 'n0', 'read')
    await pass(100)
    service.mark('n0', 'unread')
    old.post({ ...oldMark, span: { by: 'old-1', sentAt: now + 2_050, settledAt: now + 2_100 } })
    await pass(100)
    release()
    await pass(poll)
    expect(service.notifications().at(-1)).toMatchObject({ _id: 'n0', read: false })
    expect(shown(tab.result)).toBe('n2, n1, n0')
  })

  it('end as the service has it after the next poll, if the new tab was last', async () => {
    const { service, openNewTab, openOldTab } = setUp()
    const old = openOldTab('old-1')
    const tab = openNewTab()
    await pass(2_000)
    service.mark('n0', 'unread')
    old.post({ ...oldMark, span: { by: 'old-1', sentAt: now + 1_950, settledAt: now + 2_000 } })
    old.write({ settledItems: [{ id: 'n0', read: false, seen: true, settledAt: now + 2_000 }] })
    mark(tab.result, 'n0', 'read')
    await pass(poll)
    expect(service.notifications().at(-1)).toMatchObject({ _id: 'n0', read: true })
    expect(shown(tab.result)).toBe('n2, n1, n0 read')
  })
})
