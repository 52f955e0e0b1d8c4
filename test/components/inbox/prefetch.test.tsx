import { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Inbox, InboxPage, type InboxProps } from '../../../src/index.ts'
import { persistInbox } from '../../../src/persist/index.ts'
import {
  createTestService,
  inboxProps,
  makeNotification,
  makeNotifications,
  type TestService,
  type TestServiceOptions,
} from '../../../src/testing/index.ts'
import { createMemoryStorage } from '../../hooks/pages.tsx'
import { pass } from '../../setup/pass.ts'
import { installIntersectionObserver } from '../fakeIntersectionObserver.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const inbox = (service: TestService, props: Partial<InboxProps> = {}) => (
  <Inbox {...inboxProps(service)} pollInterval={60_000} {...props} />
)
const show = (service: TestService, props: Partial<InboxProps> = {}) =>
  render(inbox(service, props), { wrapper: StrictMode })

const bell = () => screen.getByRole('button', { name: /^Notifications/ })
const feeds = ({ requests }: TestService) => requests.map(({ query }) => query)
const page = { limit: '20' }
const unseen = (limit: number) => ({ seen: 'false', limit: String(limit) })
const unread = (limit: number) => ({ read: 'false', limit: String(limit) })

/** Loads the code of the panel, which stays loaded for the tests that follow. */
const loadCode = async () => {
  const { unmount } = show(createTestService({ notifications: makeNotifications(1) }))
  fireEvent.click(bell())
  await screen.findAllByRole('article')
  unmount()
}

/** Whatever would be requested without a poll is requested meanwhile. */
const settle = () => pass(1_000)

describe.each<[string, TestServiceOptions & { size: number }, object[], object[]]>([
  ['whose first page has everything', { size: 12 }, [page], []],
  ['whose first page has everything, with clamped totals', { size: 20, likeProduction: true }, [page], []],
  ['with true totals', { size: 150 }, [page, unseen(1)], [unread(1)]],
  ['with clamped totals', { size: 150, likeProduction: true }, [page, unseen(100)], [unread(100)]],
  ['with true totals, behind a proxy', { size: 150, counts: true }, [page], []],
  ['with clamped totals, behind a proxy', { size: 150, likeProduction: true, counts: true }, [page], []],
])('a service %s', (_name, { size, ...options }, atLoad, atOpen) => {
  it('gets these requests when the page loads, and when the panel opens', async () => {
    await loadCode()
    const notifications = makeNotifications(size, (n) => ({ read: n < 3, seen: n < 2 }))
    const service = createTestService({ notifications, ...options })
    show(service)
    await screen.findByRole('button', { name: `Notifications, ${size > 100 ? '99+' : size - 2} new` })
    await settle()
    expect(feeds(service)).toEqual(atLoad)

    fireEvent.click(bell())
    // In the first commit.
    expect(screen.getAllByRole('article').length).toBeGreaterThan(5)
    await waitFor(() =>
      expect(screen.getByRole('tab', { name: /^Unread/ })).toHaveTextContent(`Unread ${size > 100 ? '99+' : size - 3}`),
    )
    await settle()
    expect(feeds(service)).toEqual([...atLoad, ...atOpen])
  })
})

describe.each<[string, TestServiceOptions & { size: number }, object[]]>([
  ['whose first page has everything', { size: 12 }, [page]],
  ['with true totals', { size: 150 }, [page, unread(1)]],
  ['with clamped totals', { size: 150, likeProduction: true }, [page, unread(100)]],
  ['behind a proxy', { size: 150, counts: true }, [page]],
])('an <InboxPage> of a service %s', (_name, { size, ...options }, atLoad) => {
  it('requests its list first, and the count only if the page does not have it', async () => {
    const notifications = makeNotifications(size, (n) => ({ read: n < 3 }))
    const service = createTestService({ notifications, ...options })
    render(<InboxPage {...inboxProps(service)} pollInterval={60_000} />)
    await screen.findAllByRole('article')
    await waitFor(() =>
      expect(screen.getByRole('tab', { name: /^Unread/ })).toHaveTextContent(`Unread ${size > 100 ? '99+' : size - 3}`),
    )
    await settle()
    expect(feeds(service)).toEqual(atLoad)
  })
})

describe('prefetch', () => {
  const manyNotifications = makeNotifications(150)

  it('"hover" counts first, and fetches the page when the pointer is on the bell', async () => {
    await loadCode()
    const service = createTestService({ notifications: manyNotifications, counts: true })
    show(service, { prefetch: 'hover' })
    await screen.findByRole('button', { name: 'Notifications, 99+ new' })
    expect(feeds(service)).toEqual([unseen(100)])
    fireEvent.pointerEnter(bell())
    fireEvent.focus(bell())
    await settle()
    expect(feeds(service)).toEqual([unseen(100), page])
    fireEvent.click(bell())
    expect(screen.getAllByRole('article').length).toBeGreaterThan(5)
    await settle()
    expect(feeds(service)).toEqual([unseen(100), page])
  })

  it('"none" fetches the page after the click', async () => {
    await loadCode()
    const service = createTestService({ notifications: manyNotifications, counts: true })
    show(service, { prefetch: 'none' })
    await screen.findByRole('button', { name: 'Notifications, 99+ new' })
    fireEvent.pointerEnter(bell())
    await settle()
    expect(feeds(service)).toEqual([unseen(100)])
    fireEvent.click(bell())
    await screen.findAllByRole('article')
    await settle()
    expect(feeds(service)).toEqual([unseen(100), page, unread(1)])
  })

  it('"idle" makes the formats of times in a closed inbox', async () => {
    await loadCode()
    const locales: unknown[] = []
    const { RelativeTimeFormat } = Intl
    vi.spyOn(Intl, 'RelativeTimeFormat').mockImplementation(function (locale, options) {
      locales.push(locale)
      return new RelativeTimeFormat(locale, options)
    })
    // A locale whose formats no other test has made.
    show(createTestService({ notifications: manyNotifications }), { locale: 'de-LI' })
    await waitFor(() => expect(locales).toContain('de-LI'))
    expect(screen.queryByRole('article')).toBeNull()
  })

  it('"idle" is "hover" in a browser that saves data', async () => {
    const { languages } = navigator
    const connection = { saveData: true }
    vi.stubGlobal(
      'navigator',
      Object.create(navigator, { connection: { value: connection }, languages: { value: languages } }),
    )
    const service = createTestService({ notifications: manyNotifications })
    show(service)
    await screen.findByRole('button', { name: 'Notifications, 99+ new' })
    expect(feeds(service)).toEqual([unseen(100)])
  })

  it('and a click meanwhile share one request', async () => {
    await loadCode()
    const service = createTestService({ notifications: manyNotifications, counts: true })
    const release = service.hold('getFeed')
    render(inbox(service))
    await waitFor(() => expect(service.requests).toHaveLength(1))
    fireEvent.click(bell())
    await settle()
    release()
    await screen.findAllByRole('article')
    await settle()
    expect(feeds(service)).toEqual([page])
  })

  it('and an <InboxPage> beside the bell share one request', async () => {
    const service = createTestService({ notifications: manyNotifications, counts: true })
    const props = { ...inboxProps(service), pollInterval: 60_000, queryClient: new QueryClient() }
    render(
      <>
        <InboxPage {...props} />
        <Inbox {...props} />
      </>,
    )
    await screen.findByRole('button', { name: 'Notifications, 99+ new' })
    await screen.findAllByRole('article')
    await settle()
    expect(feeds(service)).toEqual([page])
  })

  it('shows what it fetched, although a slow storage has an older page', async () => {
    await loadCode()
    const service = createTestService({ notifications: makeNotifications(3) })
    const { storage, entries } = createMemoryStorage()
    const first = render(inbox(service, { persist: persistInbox(storage) }))
    await screen.findByRole('button', { name: 'Notifications, 3 new' })
    await settle()
    first.unmount()
    expect([...entries.values()].join()).toContain('"n2"')
    await settle()

    service.add(makeNotification(3))
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const slow = { ...storage, getItem: (key: string) => released.then(() => storage.getItem(key)) }
    render(inbox(service, { persist: persistInbox(slow), queryClient: new QueryClient() }))
    await screen.findByRole('button', { name: 'Notifications, 4 new' })
    release()
    await settle()
    fireEvent.click(bell())
    expect(screen.getAllByRole('article')).toHaveLength(4)
    await settle()
    expect(feeds(service)).toEqual([page, page])
  })

  it('that fails is not repeated for the count, and the list is fetched when the panel opens', async () => {
    await loadCode()
    const onError = vi.fn<(error: Error) => void>()
    const service = createTestService({ notifications: manyNotifications })
    service.fail('getFeed', { status: 403 })
    render(inbox(service, { onError }))
    await waitFor(() => expect(onError).toHaveBeenCalledTimes(1))
    await settle()
    expect(feeds(service)).toEqual([page])
    fireEvent.click(bell())
    expect((await screen.findAllByRole('article')).length).toBeGreaterThan(5)
    expect(onError).toHaveBeenCalledTimes(1)
  })

  it('stays in memory however long the panel is closed, and shows what has arrived', async () => {
    await loadCode()
    const service = createTestService({ notifications: makeNotifications(30, () => ({ seen: true })) })
    render(inbox(service, { pollInterval: 3_600_000 }))
    await pass(1_000)
    await pass(1_200_000)
    service.add(makeNotification(30))
    fireEvent.click(bell())
    expect(within(screen.getByRole('dialog')).getAllByRole('article')[0]).toHaveTextContent('Notification 29')
    await pass(1_000)
    expect(within(screen.getByRole('dialog')).getAllByRole('article')[0]).toHaveTextContent('Notification 30')
  })
})

describe('a panel that the reader moves to', () => {
  const hiddenRows = () => screen.queryAllByRole('article', { hidden: true })

  it.each([
    ['pointer', () => fireEvent.pointerEnter(bell())],
    ['focus', () => act(() => bell().focus())],
  ])('by %s is rendered hidden, does nothing, and opens with the same rows', async (_name, move) => {
    await loadCode()
    const view = installIntersectionObserver()
    const service = createTestService({ notifications: makeNotifications(5), counts: true })
    show(service)
    await screen.findByRole('button', { name: 'Notifications, 5 new' })
    expect(hiddenRows()).toEqual([])
    move()
    await waitFor(() => expect(hiddenRows()).toHaveLength(5))
    const before = hiddenRows()
    const focused = document.activeElement
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(bell()).toHaveAttribute('aria-expanded', 'false')
    await settle()
    expect(document.activeElement).toBe(focused)
    expect(before.filter(view.isWatched)).toEqual([])
    expect(feeds(service)).toEqual([page])

    fireEvent.click(bell())
    expect(within(screen.getByRole('dialog')).getAllByRole('article')).toEqual(before)
    expect(screen.getByRole('heading', { name: 'Notifications' })).toHaveFocus()
    expect(before.filter(view.isWatched)).toEqual(before)
    fireEvent.click(bell())
    await waitFor(() => expect(hiddenRows()).toEqual([]))
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
  })

  it('opens with what has arrived since, as if it had just been there', async () => {
    await loadCode()
    const service = createTestService({
      notifications: makeNotifications(5, () => ({ seen: true })),
      counts: true,
      live: true,
    })
    render(inbox(service))
    await waitFor(() => expect(service.live.streams).toBe(1))
    fireEvent.pointerEnter(bell())
    await waitFor(() => expect(hiddenRows()).toHaveLength(5))
    service.add(makeNotification(5))
    await screen.findByRole('button', { name: 'Notifications, 1 new' })
    expect(hiddenRows()).toEqual([])

    fireEvent.pointerEnter(bell())
    await waitFor(() => expect(hiddenRows()).toHaveLength(6))
    fireEvent.click(bell())
    const [first] = within(screen.getByRole('dialog')).getAllByRole('article')
    expect(first).toHaveTextContent('Notification 5')
    expect(first).toHaveAttribute('data-new')
    expect(first).not.toHaveAttribute('data-arriving')
  })

  it('is rendered once, and opens with the props that the app has then', async () => {
    await loadCode()
    const service = createTestService({ notifications: makeNotifications(3) })
    const rendered: string[] = []
    const Footer = ({ text }: { text: string }) => {
      rendered.push(text)
      return text
    }
    const { rerender } = render(inbox(service, { footer: <Footer text="at first" /> }))
    await screen.findByRole('button', { name: 'Notifications, 3 new' })
    fireEvent.pointerEnter(bell())
    await waitFor(() => expect(hiddenRows()).toHaveLength(3))
    rerender(inbox(service, { footer: <Footer text="then" /> }))
    fireEvent.pointerEnter(bell())
    await settle()
    expect(rendered).toEqual(['at first'])
    fireEvent.click(bell())
    expect(screen.getByRole('dialog')).toHaveTextContent('then')
  })
})

describe('a live page load', () => {
  const live = (counts: boolean) =>
    createTestService({ notifications: makeNotifications(150), likeProduction: true, live: true, counts })

  it('is one request behind a proxy, and the panel opens without one until something changes', async () => {
    await loadCode()
    const service = live(true)
    render(inbox(service))
    await waitFor(() => expect(service.live.streams).toBe(1))
    await pass(120_000)
    expect(feeds(service)).toEqual([page])
    fireEvent.click(bell())
    expect(screen.getAllByRole('article').length).toBeGreaterThan(5)
    await pass(10_000)
    fireEvent.click(bell())
    expect(feeds(service)).toEqual([page])

    service.add(makeNotification(150, { seen: true }))
    await pass(2_000)
    // The closed panel is not refetched with the count.
    expect(feeds(service).slice(1)).toEqual([unseen(100)])
    fireEvent.click(bell())
    await pass(2_000)
    expect(screen.getAllByRole('article')[0]).toHaveTextContent('Notification 150')
  })

  it('refetches the list on opening after a hint, however young its page is', async () => {
    await loadCode()
    const service = live(true)
    render(inbox(service))
    await waitFor(() => expect(service.live.streams).toBe(1))
    service.mark('n149', 'read')
    await waitFor(() => expect(feeds(service).length).toBe(2))
    fireEvent.click(bell())
    // The row in memory is unread, and "new" until the panel closes.
    expect(screen.queryByRole('article')).not.toBeInTheDocument()
    await waitFor(() => expect(screen.getAllByRole('article')[0]).not.toHaveAttribute('data-unread'))
  })

  it('refetches after the stream has opened if the proxy does not know that nothing has changed', async () => {
    for (const isHinted of [false, true]) {
      const service = live(isHinted)
      const release = service.hold('getFeed')
      const { unmount } = render(inbox(service))
      await waitFor(() => expect(service.requests).toHaveLength(1))
      if (isHinted) service.mark('n140', 'seen')
      release()
      await waitFor(() => expect(service.live.streams).toBe(1))
      await waitFor(() => expect(feeds(service).filter(({ seen }) => seen === 'false').length).toBeGreaterThan(0))
      unmount()
    }
  })
})

it('announces no older notification that a later poll of the count finds', async () => {
  // The first page has seen notifications only.
  const service = createTestService({ notifications: makeNotifications(40, (n) => ({ seen: n > 5 })), counts: true })
  render(inbox(service, { pollInterval: 1_000 }))
  await screen.findByRole('button', { name: 'Notifications, 6 new' })
  const announced = screen.getByRole('status')
  await pass(3_000)
  expect(feeds(service)).toContainEqual(unseen(1))
  expect(announced).toBeEmptyDOMElement()
  service.add(makeNotification(40))
  await pass(3_000)
  expect(announced).toHaveTextContent('1 new notification')
})

it('requests the first page without a lock, which a busy browser grants late', async () => {
  const service = createTestService({ notifications: makeNotifications(3) })
  const props = inboxProps(service)
  const locks = { request: () => new Promise(() => {}) } as unknown as LockManager
  render(<Inbox {...props} environment={{ ...props.environment, locks }} />)
  await screen.findByRole('button', { name: 'Notifications, 3 new' })
  expect(feeds(service)).toEqual([page])
})

it('makes formats while the first page is on its way', async () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (task: () => void) => idle.push(task))
  const locales: unknown[] = []
  const { NumberFormat } = Intl
  vi.spyOn(Intl, 'NumberFormat').mockImplementation(function (locale, options) {
    locales.push(locale)
    return new NumberFormat(locale, options)
  })
  const service = createTestService({ notifications: makeNotifications(3) })
  const release = service.hold('getFeed')
  // A locale of its own: formats stay made, and the idle task of an earlier test may still make some.
  render(inbox(service, { locale: 'fr-LU' }))
  await waitFor(() => expect(service.requests).toHaveLength(1))
  expect(locales).not.toContain('fr-LU')
  for (const task of idle) task()
  expect(locales).toContain('fr-LU')
  await act(async () => release())
})

describe('a server without a stream', () => {
  /** Shows an inbox whose server adds something to each feed page, and counts the requests for a stream. */
  const showAdding = (added: { current: object }, Part: typeof Inbox | typeof InboxPage) => {
    const service = createTestService({ notifications: makeNotifications(3), live: true })
    let streams = 0
    const fetch: typeof globalThis.fetch = async (url, init) => {
      if (String(url).includes('/live')) streams += 1
      const response = await service.fetch(url, init)
      if (!String(url).includes('/feed')) return response
      return Response.json({ ...(await response.json()), liveToken: undefined, ...added.current })
    }
    render(<Part {...inboxProps(service)} fetch={fetch} />)
    return () => streams
  }

  describe.each([
    ['Inbox', Inbox],
    ['InboxPage', InboxPage],
  ])('below %s', (_, Part) => {
    it.each([
      {},
      { counts: { unseen: { count: 3, hasMore: false } } },
      { liveToken: 5 },
      { liveToken: null },
      { liveToken: {} },
    ])('gets no request for one, if its first page has %j', async (added) => {
      const streams = showAdding({ current: added }, Part)
      await pass(11 * 60_000)
      expect(streams()).toBe(0)
    })

    it.each([{ liveToken: '' }, { liveToken: 'x' }])('is none, if its first page has %j', async (added) => {
      const streams = showAdding({ current: added }, Part)
      await pass(1_000)
      expect(streams()).toBe(1)
    })
  })
})
