import { QueryClient } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createInboxClient } from '../../../src/client/index.ts'
import { triageCalls } from '../../../src/client/triageCalls.ts'
import { useFeed, useMarkAll, useMarkAs, usePreferences, useUnreadCount } from '../../../src/hooks/index.ts'
import { useInbox } from '../../../src/hooks/provider/InboxProvider.tsx'
import { clearInbox, type InboxStorage, persistInbox } from '../../../src/persist/index.ts'
import { deleteLater } from '../../../src/state/intents/triageMessages.ts'
import { createTestService, makeNotification, makeNotifications } from '../../../src/testing/index.ts'
import { pass } from '../../setup/pass.ts'
import { createFakeBrowser } from '../fakeBrowser.ts'
import { renderInbox } from '../inboxHarness.tsx'
import { createBrowser, createMemoryStorage, setOnline } from '../pages.tsx'

const useInboxState = () => ({ feed: useFeed(), unread: useUnreadCount(), markAs: useMarkAs(), markAll: useMarkAll() })
type State = { current: ReturnType<typeof useInboxState> }

const shown = ({ current }: State) =>
  current.feed.notifications.map(({ _id, read }) => `${_id}${read ? ' read' : ''}`).join(', ')
const mark = ({ current }: State, messageId: string, markAs: 'read' | 'unread') =>
  act(() => current.markAs.mutate({ messageId, markAs }))

type Browser = ReturnType<typeof createBrowser>

/** Opens a page for long enough to persist it. */
const visit = async (browser: Browser) => {
  const page = browser.open(useInboxState)
  await pass(2_000)
  return page
}

/** The same, with a notification marked as read offline. */
const visitAndMark = async (browser: Browser, messageId: string) => {
  const page = await visit(browser)
  await setOnline(false)
  mark(page.result, messageId, 'read')
  await pass(10)
  return page
}

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  await setOnline(true)
  vi.useRealTimers()
})

describe.each([
  ['that is synchronous', false],
  ['that is asynchronous', true],
])('an inbox persisted in a storage %s', (_, later) => {
  const setUp = (count = 2) => {
    const service = createTestService({ notifications: makeNotifications(count) })
    const memory = createMemoryStorage({ later })
    return { service, ...memory, browser: createBrowser(service, memory) }
  }

  it('starts with the end of the last visit, before the network responds', async () => {
    const { service, browser } = setUp()
    const first = browser.open(useInboxState)
    await pass(10)
    mark(first.result, 'n1', 'read')
    await pass(2_000)
    first.close()

    service.add(makeNotification(2))
    const release = service.hold('getFeed')
    const second = browser.open(useInboxState)
    await pass(0)
    expect(shown(second.result)).toBe('n1 read, n0')
    expect(second.result.current.unread.count).toBe(1)
    release()
    await pass(10)
    expect(shown(second.result)).toBe('n2, n1 read, n0')
    expect(second.result.current.unread.count).toBe(2)
  })

  it('refetches no more than the newest page and the count', async () => {
    const { service, browser } = setUp()
    const first = await visit(browser)
    first.close()
    const before = service.requests.length
    browser.open(useInboxState)
    await pass(10)
    expect(service.requests.length - before).toBeLessThanOrEqual(2)
  })

  it('restores marks that were made offline after a reload, and sends them in order when online', async () => {
    const { service, browser } = setUp()
    const first = await visit(browser)
    await setOnline(false)
    mark(first.result, 'n0', 'read')
    await pass(100)
    mark(first.result, 'n0', 'unread')
    mark(first.result, 'n1', 'read')
    // A page never opens in the same millisecond.
    await pass(1)
    first.close()

    const second = browser.open(useInboxState)
    // Before an asynchronous storage has responded.
    mark(second.result, 'n1', 'unread')
    await pass(100)
    expect(shown(second.result)).toBe('n1, n0')
    expect(service.requestsOf('markAs')).toEqual([])
    await setOnline(true)
    await pass(100)
    expect(service.requestsOf('markAs').map(({ body }) => body)).toMatchObject([
      { messageId: ['n0', 'n1'], markAs: 'read' },
      { messageId: ['n0', 'n1'], markAs: 'unread' },
    ])
    expect(service.notifications().map(({ read }) => read)).toEqual([false, false])
    second.close()

    // They are not sent again.
    const sent = service.requestsOf('markAs').length
    browser.open(useInboxState)
    await pass(1_000)
    expect(service.requestsOf('markAs')).toHaveLength(sent)
  })

  it('keeps a mark on a page that a service worker loads without a network, until there is one', async () => {
    const { service, browser } = setUp()
    const first = await visitAndMark(browser, 'n0')
    await pass(1)
    first.close()
    // TanStack takes each page for online until it goes offline.
    await setOnline(true)
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => onLine.mockRestore())
    service.fail('markAs', 'lost-request')
    const second = browser.open(useInboxState)
    await pass(60_000)
    expect(service.requestsOf('markAs')).toHaveLength(1)
    expect(shown(second.result)).toBe('n1, n0 read')

    onLine.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    await pass(1_000)
    expect(service.notifications().find(({ _id }) => _id === 'n0')?.read).toBe(true)
  })

  it('sends a mark again under its key, alone, if the page closed before its response', async () => {
    const { service, browser } = setUp()
    const first = browser.open(useInboxState)
    await pass(10)
    service.hold('markAs')
    mark(first.result, 'n0', 'read')
    await pass(10)
    mark(first.result, 'n1', 'read')
    await pass(10)
    first.close()
    service.clear()

    const second = browser.open(useInboxState)
    await pass(100)
    const sent = service
      .requestsOf('markAs')
      .map(({ body, headers }) => [body, headers.get('idempotency-key')] as const)
    expect(sent.map(([body]) => body)).toMatchObject([
      { messageId: ['n0'], markAs: 'read' },
      { messageId: ['n0'], markAs: 'read' },
      { messageId: ['n1'], markAs: 'read' },
    ])
    expect(sent[1]?.[1]).toBe(sent[0]?.[1])
    expect(sent[2]?.[1]).not.toBe(sent[0]?.[1])
    expect(shown(second.result)).toBe('n1 read, n0 read')
  })

  it('sends no marks of a page that is still open, and sends those of a closed one', async () => {
    const { service, browser } = setUp()
    await visitAndMark(browser, 'n0')
    const second = browser.open(useInboxState)
    await pass(10)
    await setOnline(true)
    await pass(100)
    expect(service.requestsOf('markAs')).toHaveLength(1)
    expect(shown(second.result)).toBe('n1, n0 read')
    await setOnline(false)
    mark(second.result, 'n1', 'read')
    await pass(10)
    second.close()
    const third = browser.open(useInboxState)
    await setOnline(true)
    await pass(100)
    expect(
      service
        .requestsOf('markAs')
        .map(({ body }) => body)
        .slice(1),
    ).toMatchObject([{ messageId: ['n1'], markAs: 'read' }])
    expect(shown(third.result)).toBe('n1 read, n0 read')
  })

  it('sends the marks of a closed page from another that is open', async () => {
    const { service, browser } = setUp()
    const first = await visitAndMark(browser, 'n0')
    const second = browser.open(useInboxState)
    await pass(10)
    first.close()
    await pass(5_000)
    expect(shown(second.result)).toBe('n1, n0 read')
    await setOnline(true)
    await pass(100)
    expect(service.requestsOf('markAs').map(({ body }) => body)).toMatchObject([{ messageId: ['n0'], markAs: 'read' }])
  })

  it('sends the marks of a closed page that was opened later, and that had stored marks before', async () => {
    const { service, browser } = setUp()
    const first = await visit(browser)
    const second = await visitAndMark(browser, 'n0')
    await setOnline(true)
    await pass(100)
    await setOnline(false)
    mark(second.result, 'n1', 'read')
    await pass(10)
    second.close()
    await pass(5_000)
    expect(shown(first.result)).toBe('n1 read, n0 read')
    await setOnline(true)
    await pass(100)
    expect(service.requestsOf('markAs').map(({ body }) => body)).toMatchObject([
      { messageId: ['n0'], markAs: 'read' },
      { messageId: ['n1'], markAs: 'read' },
    ])
  })

  it.each([
    ['open for long', 'before'],
    ['opened just before', 'after'],
  ])('sends the marks of a page that reloads before those made after it, beside one %s', async (_name, opened) => {
    const { service, browser } = setUp()
    if (opened === 'before') await visit(browser)
    const second = await visit(browser)
    service.fail('markAs', { delay: 900, of: 'work' })
    mark(second.result, 'n0', 'read')
    await pass(10)
    if (opened === 'after') browser.open(useInboxState)
    await pass(10)
    const anew = second.reload()
    await pass(10)
    mark(anew.result, 'n0', 'unread')
    await pass(10_000)
    expect(shown(anew.result)).toBe('n1, n0')
    expect(service.notifications().map(({ read }) => read)).toEqual([false, false])
  })

  it('sends the marks of two closed pages in the order in which they were made', async () => {
    const { service, browser } = setUp()
    const pages = [await visit(browser), await visit(browser)] as const
    await setOnline(false)
    mark(pages[0].result, 'n0', 'read')
    await pass(10)
    mark(pages[1].result, 'n0', 'unread')
    await pass(10)
    mark(pages[0].result, 'n0', 'read')
    await pass(10)
    for (const { close } of pages) close()
    const next = browser.open(useInboxState)
    await setOnline(true)
    await pass(1_000)
    expect(service.requestsOf('markAs').map(({ body }) => body)).toMatchObject([
      { messageId: ['n0'], markAs: 'read' },
      { messageId: ['n0'], markAs: 'unread' },
      { messageId: ['n0'], markAs: 'read' },
    ])
    expect(shown(next.result)).toBe('n1, n0 read')
  })

  it.each(['listed first', 'listed last'])(
    'does not send a closed page’s mark that another closed page superseded, if that is %s',
    async (place) => {
      const { service, browser, entries } = setUp()
      const [first, second] = [await visit(browser), await visit(browser)]
      await setOnline(false)
      mark(first.result, 'n0', 'read')
      await pass(10)
      first.close()
      await setOnline(true)
      service.hold('markAs')
      mark(second.result, 'n0', 'unread')
      await pass(10)
      second.close()
      service.clear()

      const keys = [...entries.keys()].filter((key) => key.includes(' intents '))
      expect(keys).toHaveLength(2)
      // Moves it to the end.
      const [moved = ''] = keys.filter((key) => key.includes('page1') === (place === 'listed first'))
      const log = entries.get(moved) ?? ''
      entries.delete(moved)
      entries.set(moved, log)
      const next = browser.open(useInboxState)
      await pass(10_000)
      expect(service.requestsOf('markAs').map(({ body }) => body)).toMatchObject([
        { messageId: ['n0'], markAs: 'unread' },
        { messageId: ['n0'], markAs: 'unread' },
      ])
      expect(shown(next.result)).toBe('n1, n0')
    },
  )

  it('does not send a closed page’s mark that another page has superseded', async () => {
    const { service, browser } = setUp()
    const first = await visit(browser)
    const second = await visitAndMark(browser, 'n0')
    second.close()
    await setOnline(true)
    await pass(100)
    mark(first.result, 'n0', 'unread')
    await pass(20_000)
    expect(service.requestsOf('markAs').map(({ body }) => body)).toMatchObject([
      { messageId: ['n0'], markAs: 'unread' },
    ])
    expect(shown(first.result)).toBe('n1, n0')
  })

  it('refetches after a closed page’s mark that was done: the service repeats its old response', async () => {
    const { service, browser } = setUp(20)
    const first = await visit(browser)
    act(() => void first.result.current.feed.fetchNextPage())
    await pass(1_000)
    const second = await visit(browser)
    service.hold('markAs')
    mark(second.result, 'n0', 'read')
    await pass(10)
    second.close()
    service.clear()
    await pass(10)
    mark(first.result, 'n0', 'unread')
    await pass(20_000)
    const { notifications } = first.result.current.feed
    expect(notifications.at(-1)).toMatchObject({ _id: 'n0', read: false })
    expect(service.notifications().at(-1)).toMatchObject({ _id: 'n0', read: false })
  })

  it('sends its own marks while its page is open, even if the inbox unmounts', async () => {
    const { service, browser } = setUp()
    await visit(browser)
    const second = await visitAndMark(browser, 'n0')
    second.unmount()
    await pass(20_000)
    await setOnline(true)
    await pass(100)
    expect(service.requestsOf('markAs').map(({ body }) => body)).toMatchObject([{ messageId: ['n0'], markAs: 'read' }])
  })

  it('persists one mark-all of a kind, however many pages are opened', async () => {
    const { browser, entries } = setUp()
    const first = await visit(browser)
    act(() => first.result.current.markAll.mutate({ markAs: 'read' }))
    await pass(100)
    for (let opened = 0; opened < 6; opened += 1) await visit(browser)
    const stored = [...entries.values()].join().match(/"verb":"read"/g)
    expect(stored?.length).toBeLessThanOrEqual(7)
  })

  it('repeats a closed page’s mark that the service is still working on, under its key', async () => {
    const { service, browser } = setUp()
    const first = await visit(browser)
    const second = await visit(browser)
    service.fail('markAs', { delay: 20_000, of: 'work' })
    mark(second.result, 'n0', 'read')
    await pass(10)
    second.close()
    await pass(5_000)
    for (let waited = 0; waited < 20; waited += 1) {
      await pass(1_000)
      expect(shown(first.result)).toBe('n1, n0 read')
    }
    await pass(5_000)
    expect(shown(first.result)).toBe('n1, n0 read')
    expect(new Set(service.requestsOf('markAs').map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
    expect(service.done.filter(({ operation }) => operation === 'markAs')).toHaveLength(1)
  })

  describe('and a change of preferences', () => {
    type Preferences = { current: ReturnType<typeof usePreferences> }
    const turn = (result: Preferences, channel: 'email' | 'sms', enabled: boolean) =>
      act(() => void result.current.update({ channels: { [channel]: enabled } }).catch(() => undefined))
    const email = ({ current }: Preferences) => current.data?.global.channels.email
    const isStored = ({ entries }: ReturnType<typeof setUp>) => [...entries.values()].join().includes('channels')

    /** Opens a page, and turns emails on while the browser is offline. */
    const visitAndTurn = async ({ browser }: ReturnType<typeof setUp>) => {
      const page = browser.open(usePreferences)
      await pass(2_000)
      expect(email(page.result)).toBe(false)
      await setOnline(false)
      turn(page.result, 'email', true)
      await pass(10)
      return page
    }

    it('saves it after a reload, before the changes of that visit', async () => {
      const parts = setUp()
      const { service, browser } = parts
      const first = await visitAndTurn(parts)
      turn(first.result, 'sms', true)
      await pass(10)
      first.close()

      const second = browser.open(usePreferences)
      // Before an asynchronous storage has responded.
      turn(second.result, 'email', false)
      await pass(100)
      expect(service.requestsOf('updatePreferences')).toEqual([])
      await setOnline(true)
      await pass(2_000)
      expect(service.requestsOf('updatePreferences').map(({ body }) => body)).toEqual([
        { channels: { email: true } },
        { channels: { sms: true } },
        { channels: { email: false } },
      ])
      expect(second.result.current.data?.global.channels).toMatchObject({ email: false, sms: true })
      expect(isStored(parts)).toBe(false)
    })

    it('shows it at once after a reload, and saves it without its view', async () => {
      const parts = setUp()
      const { service, browser } = parts
      const first = await visitAndTurn(parts)
      first.close()
      await setOnline(true)
      const release = service.hold('updatePreferences')
      const second = browser.open(useInboxState)
      await pass(100)
      expect(service.requestsOf('updatePreferences')).toHaveLength(1)
      const { result } = second.renderBeside(usePreferences)
      await pass(100)
      expect(email(result)).toBe(true)
      expect(isStored(parts)).toBe(true)
      release()
      await pass(100)
      expect(email(result)).toBe(true)
      expect(isStored(parts)).toBe(false)
    })

    it('saves that of a closed page from another that is open, and none of a page that is open', async () => {
      const parts = setUp()
      const { service, browser } = parts
      const other = browser.open(usePreferences)
      const first = await visitAndTurn(parts)
      await pass(10_000)
      expect(email(other.result)).toBe(false)
      first.close()
      await pass(10_000)
      expect(email(other.result)).toBe(true)
      await setOnline(true)
      await pass(2_000)
      expect(service.requestsOf('updatePreferences')).toHaveLength(1)
      expect(email(other.result)).toBe(true)
    })

    it('saves it once if its page closed before the response: a later change on another device stays', async () => {
      const { service, browser } = setUp()
      const first = browser.open(usePreferences)
      await pass(2_000)
      service.hold('updatePreferences')
      turn(first.result, 'email', true)
      await pass(10)
      first.close()
      service.clear()
      await pass(10)
      const phone = createInboxClient({ baseUrl: 'https://host.example/api/inbox', fetch: service.fetch })
      const ofPhone = async () => (await phone.getPreferences('ada')).global.channels.email
      expect(await ofPhone()).toBe(true)
      await phone.updatePreferences('ada', { channels: { email: false } })

      browser.open(useInboxState)
      await pass(2_000)
      expect(service.requestsOf('updatePreferences')).toHaveLength(3)
      expect(await ofPhone()).toBe(false)
    })

    it('saves its own while its page is open, even if the inbox unmounts', async () => {
      const parts = setUp()
      const { service, browser } = parts
      browser.open(useInboxState)
      const second = await visitAndTurn(parts)
      second.unmount()
      await pass(20_000)
      await setOnline(true)
      await pass(2_000)
      expect(service.requestsOf('updatePreferences')).toHaveLength(1)
      expect(isStored(parts)).toBe(false)
    })

    it('reports one that the service refuses, and forgets it', async () => {
      const parts = setUp()
      const { service, browser } = parts
      const first = await visitAndTurn(parts)
      first.close()
      await setOnline(true)
      service.fail('updatePreferences', { status: 422 })
      const onError = vi.fn<(error: Error) => void>()
      const second = browser.open(usePreferences, { onError })
      await pass(2_000)
      expect(onError).toHaveBeenCalledOnce()
      expect(email(second.result)).toBe(false)
      expect(isStored(parts)).toBe(false)
    })
  })

  it.each(['grace', null])('is removed when the subscriber changes to %s', async (subscriberId) => {
    const { browser, entries } = setUp()
    const page = await visitAndMark(browser, 'n0')
    const text = () => [...entries].join()
    expect(text()).toContain('n0')
    expect(text()).toContain('ada')
    page.rerenderWith({ subscriberId })
    await pass(2_000)
    expect(text()).not.toContain('ada')
    expect(text()).not.toContain('n0')
  })

  it('is removed by clearInbox, and not persisted again by a page that is still open', async () => {
    const { browser, entries } = setUp()
    const page = await visit(browser)
    expect(entries.size).toBeGreaterThan(0)
    await clearInbox(page.storage)
    mark(page.result, 'n0', 'read')
    await pass(60_000)
    page.unmount()
    await pass(2_000)
    expect([...entries]).toEqual([])
  })

  it('is removed by a clearInbox in another tab, and not persisted again by an open page', async () => {
    const { service, browser, entries } = setUp()
    let isSignedOut = false
    const fetch: typeof globalThis.fetch = async (input, init) =>
      isSignedOut ? new Response('{}', { status: 401 }) : service.fetch(input, init)
    const page = browser.open(useInboxState, { fetch })
    await pass(2_000)
    const other = browser.open(useInboxState, { fetch })
    await pass(2_000)
    isSignedOut = true
    await clearInbox(other.storage)
    other.close()
    await pass(60_000)
    expect([...entries]).toEqual([])

    // Neither later responses nor later marks are persisted.
    isSignedOut = false
    await act(() => page.result.current.feed.refetch())
    await setOnline(false)
    mark(page.result, 'n0', 'read')
    await pass(5_000)
    page.unmount()
    await pass(2_000)
    expect([...entries]).toEqual([])
  })

  it('is persisted under a new baseUrl when it changes, and can be removed there', async () => {
    const { service, browser, entries } = setUp()
    const page = await visit(browser)
    const fetch: typeof globalThis.fetch = (input, init) =>
      service.fetch(String(input).replace('/api/other', '/api/inbox'), init)
    page.rerenderWith({ baseUrl: '/api/other', fetch })
    await pass(3_000)
    expect([...entries].join()).toContain('/api/other')
    expect([...entries].join()).not.toContain('/api/inbox')
    await clearInbox(page.storage)
    expect([...entries]).toEqual([])
  })

  it('is persisted when its reader agrees, removed when not, and persisted again', async () => {
    const { browser, entries } = setUp()
    const page = browser.open(useInboxState, { persist: false })
    await pass(2_000)
    expect(entries.size).toBe(0)
    for (let times = 0; times < 2; times += 1) {
      page.rerenderWith({ persist: persistInbox(page.storage) })
      await pass(2_000)
      expect([...entries].join()).toContain('n0')
      page.rerenderWith({ persist: false })
      await pass(40_000)
      expect([...entries]).toEqual([])
    }
  })

  it('is removed when another subscriber visits', async () => {
    const { browser, entries } = setUp()
    const first = await visitAndMark(browser, 'n0')
    first.close()
    await setOnline(true)
    browser.open(useInboxState, { subscriberId: 'grace' })
    await pass(2_000)
    expect([...entries].join()).not.toContain('ada')
  })

  it('is stored beside that of another subscriber who is on the same browser page', async () => {
    const { service, entries, storage } = setUp()
    const persist = persistInbox(storage)
    const open = (subscriberId: string) =>
      renderInbox(service, useInboxState, { persist, subscriberId, queryClient: new QueryClient() })
    const inboxes = [open('ada'), open('grace')]
    await pass(2_000)
    expect([...entries.keys()].map((key) => /ada|grace/.exec(key)?.[0])).toEqual(['ada', 'grace'])
    for (const { unmount } of inboxes) unmount()
  })

  it('leaves the entries of others in the storage', async () => {
    const { browser, entries } = setUp()
    const others = [
      ['theme', 'dark'],
      ['tidings:theme', 'dark'],
      ['keys', '[]'],
    ] as const
    for (const [key, text] of others) entries.set(key, text)
    const page = await visitAndMark(browser, 'n0')
    page.close()
    const next = browser.open(useInboxState, { subscriberId: 'grace' })
    await pass(2_000)
    await clearInbox(next.storage)
    expect([...entries]).toEqual(others)
  })

  it('is not read by another version of the format, which removes it with its own', async () => {
    const { browser, entries } = setUp()
    const first = await visitAndMark(browser, 'n0')
    first.close()
    await setOnline(true)
    const stored = [...entries]
    for (const [key, text] of stored) {
      expect(key).toMatch(/^tidings:1 /)
      entries.delete(key)
      entries.set(key.replace('1', '2'), text)
    }
    const ofOther = () => [...entries.keys()].filter((key) => key.startsWith('tidings:2 '))
    const before = ofOther()
    const page = await visit(browser)
    expect(shown(page.result)).toBe('n1, n0')
    expect(ofOther()).toEqual(before)
    await clearInbox(page.storage)
    expect([...entries]).toEqual([])
  })

  it('starts empty if the stored text can’t be parsed', async () => {
    const { browser, entries } = setUp()
    const first = await visitAndMark(browser, 'n0')
    first.close()
    await setOnline(true)
    for (const [key, text] of entries) {
      for (const garbage of ['', '{', '[1]', '{"a":1}', '[{"page":{}}]', text.slice(0, 40)]) {
        entries.set(key, garbage)
        const page = browser.open(useInboxState)
        await pass(100)
        expect(page.result.current.feed.notifications).toHaveLength(2)
        page.close()
      }
    }
  })
})

it('sends the marks that two tabs made at the same moment, in a storage that takes a while', async () => {
  const service = createTestService({ notifications: makeNotifications(2) })
  const browser = createBrowser(service, createMemoryStorage({ later: 5 }))
  const tabs = [await visit(browser), await visit(browser)] as const
  await setOnline(false)
  mark(tabs[0].result, 'n0', 'read')
  mark(tabs[1].result, 'n1', 'read')
  await pass(100)
  for (const { close } of tabs) close()
  const next = browser.open(useInboxState)
  await setOnline(true)
  await pass(1_000)
  expect(service.notifications().map(({ read }) => read)).toEqual([true, true])
  expect(shown(next.result)).toBe('n1 read, n0 read')
})

const openTwoPages = async () => {
  const service = createTestService({ notifications: makeNotifications(2) })
  const browser = createBrowser(service, createMemoryStorage())
  const use = () => ({ ...useInboxState(), store: useInbox().store })
  const [first, second] = [browser.open(use), browser.open(use)]
  await pass(2_000)
  return { service, first, second }
}

it('sends a deletion that a closed page held, from another page that hides the message all the time', async () => {
  const { service, first, second } = await openTwoPages()
  act(() => void deleteLater(first.result.current.store, ['n1']))
  await pass(10)
  first.close()
  await pass(4_900)
  expect(shown(second.result)).toBe('n0')
  expect(service.requestsOf('batchNotifications')).toEqual([])
  const release = service.hold('batchNotifications')
  await pass(200)
  expect(second.result.current.store.log.getState().pending).toHaveLength(1)
  expect(shown(second.result)).toBe('n0')
  release()
  await pass(100)
  expect(service.notifications()).toHaveLength(1)
  await pass(60_000)
  expect(shown(second.result)).toBe('n0')
  expect(service.requestsOf('batchNotifications')).toHaveLength(1)
})

it('leaves a deletion to the page that holds it, when another page closes', async () => {
  const { service, first, second } = await openTwoPages()
  const { undo } = await act(async () => deleteLater(first.result.current.store, ['n1']))
  mark(second.result, 'n0', 'read')
  await pass(10)
  second.close()
  await pass(10_000)
  await act(undo)
  expect(shown(first.result)).toBe('n1, n0 read')
  expect(service.requestsOf('batchNotifications')).toEqual([])
})

it('does not mark a message that was delivered again since, also when another page repeats the request', async () => {
  const service = createTestService({ notifications: makeNotifications(3) })
  const browser = createBrowser(service, createMemoryStorage())
  const [first, second] = [await visit(browser), await visit(browser)]
  const release = service.hold('markAs')
  mark(first.result, 'n2', 'read')
  await pass(10)
  mark(first.result, 'n0', 'read')
  mark(first.result, 'n1', 'read')
  const otherDevice = createInboxClient({ baseUrl: 'http://other.test', fetch: service.fetch })
  const snoozeUntil = new Date(Date.now() + 1_000).toISOString()
  const snooze = { action: 'snooze' as const, notificationIds: ['n1'], snoozeUntil }
  void triageCalls(otherDevice).batchNotifications('ada', snooze, {})
  await pass(1_000)
  act(() => void first.result.current.feed.refetch())
  await pass(10)
  expect(shown(first.result)).toBe('n1, n2 read, n0 read')
  service.hold('markAs')
  release()
  await pass(10)
  first.close()
  await pass(6_000)
  expect(shown(second.result)).toBe('n1, n2 read, n0 read')
  const requests = service.requestsOf('markAs').map(({ body, idempotencyKey }) => [body, idempotencyKey])
  expect(requests).toHaveLength(3)
  expect(requests[2]).toEqual(requests[1])
  expect(service.notifications()[0]).toMatchObject({ _id: 'n1', read: false })
})

it.each([
  ['localStorage, by default', undefined],
  ['localStorage', 'localStorage'],
  ['sessionStorage', 'sessionStorage'],
] as const)('is persisted in %s, and removed by clearInbox', async (_, name) => {
  const service = createTestService({ notifications: makeNotifications(2) })
  const given = name && window[name]
  const persist = persistInbox(given)
  const storage = given ?? localStorage
  // As a property, it hides nothing of the browser's.
  storage.setItem('keys', 'of the app')
  const open = () => renderInbox(service, useInboxState, { persist, queryClient: new QueryClient() })
  const first = open()
  await pass(2_000)
  first.unmount()
  service.hold('getFeed')
  const second = open()
  await pass(0)
  expect(shown(second.result)).toBe('n1, n0')
  await clearInbox(given)
  expect(storage).toHaveLength(1)
  second.unmount()
  storage.clear()
})

it('is persisted in a storage whose promises are not the browser’s', async () => {
  const service = createTestService({ notifications: makeNotifications(2) })
  const { entries, storage } = createMemoryStorage({ later: true })
  const foreign = <Value,>(value: Value | PromiseLike<Value>): PromiseLike<Value> => ({
    // oxlint-disable-next-line unicorn/no-thenable -- as those of some libraries
    then: (...handlers) => Promise.resolve(value).then(...handlers),
  })
  const browser = createBrowser(service, {
    storage: {
      getItem: (key) => foreign(storage.getItem(key)),
      setItem: (key, value) => foreign(storage.setItem(key, value)),
      removeItem: (key) => foreign(storage.removeItem(key)),
      keys: () => foreign(storage.keys()),
    },
  })
  const first = await visitAndMark(browser, 'n0')
  first.close()
  await setOnline(true)
  const second = browser.open(useInboxState)
  await pass(1_000)
  expect(shown(second.result)).toBe('n1, n0 read')
  expect(service.requestsOf('markAs')).toHaveLength(1)
  await clearInbox(second.storage)
  expect([...entries]).toEqual([])
})

it('shares nothing with tabs of an app with another version of tidings', async () => {
  const service = createTestService({ notifications: makeNotifications(2) })
  const { openBroadcast, locks } = createFakeBrowser()
  const received = vi.fn<(version: number) => void>()
  for (const version of [1, 2])
    openBroadcast(`tidings/${version} ["/api/inbox","ada"]`)?.addEventListener('message', () => received(version))
  const environment = { openBroadcast, locks, gatherFor: 1 }
  const { result } = renderInbox(service, useInboxState, { queryClient: new QueryClient(), environment })
  await pass(2_000)
  mark(result, 'n0', 'read')
  await pass(2_000)
  expect(received).toHaveBeenCalledWith(1)
  expect(received).not.toHaveBeenCalledWith(2)
})

it('reports a storage that fails once, and still works', async () => {
  const service = createTestService({ notifications: makeNotifications(2) })
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const storage: InboxStorage = { getItem: refuse, setItem: refuse, removeItem: refuse, keys: refuse }
  const errors: Error[] = []
  const page = createBrowser(service, { storage }).open(useInboxState, { onError: (error) => errors.push(error) })
  await pass(2_000)
  mark(page.result, 'n0', 'read')
  await pass(2_000)
  expect(shown(page.result)).toBe('n1, n0 read')
  expect(errors.map(({ message }) => message)).toEqual([expect.stringMatching(/can't be saved.*full.*`persist`/)])
})
