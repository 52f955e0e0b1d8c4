import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type InboxProviderProps,
  type MarkReadOnVisitOptions,
  useFeed,
  useFailedMarks,
  useMarkAs,
  useMarkReadOnVisit,
  useUnseenCount,
} from '../../../src/hooks/index.ts'
import { createTestService, makeNotification, makeNotifications, type TestService } from '../../../src/testing/index.ts'
import { setVisibility } from '../../components/setVisibility.ts'
import { pass } from '../../setup/pass.ts'
import { renderInbox } from '../inboxHarness.tsx'

const pollInterval = 30_000
const linkingTo = (number: number, url: string | undefined) =>
  makeNotification(number, { cta: { data: url === undefined ? {} : { url } } })

beforeEach(() => {
  vi.useFakeTimers()
  history.replaceState(null, '', '/')
})
afterEach(() => {
  vi.useRealTimers()
  setVisibility('visible')
})

/** The ids of the notifications that are read on the service. */
const read = (service: TestService) =>
  service
    .notifications()
    .filter((notification) => notification.read)
    .map(({ _id }) => _id)
    .toSorted()

const nothingElse = () => undefined

const visit = async (
  service: TestService,
  first: MarkReadOnVisitOptions = {},
  /** Other hooks of the page. */
  useMore: () => unknown = nothingElse,
  props: Partial<InboxProviderProps> = {},
) => {
  let options = first
  const view = renderInbox(
    service,
    () => {
      useMarkReadOnVisit(options)
      useMore()
      return { markAs: useMarkAs(), failed: useFailedMarks().failed }
    },
    { pollInterval, ...props },
  )
  await pass(100)
  return {
    ...view,
    change: async (next: MarkReadOnVisitOptions) => {
      options = next
      view.rerender()
      await pass(100)
    },
  }
}

describe('a visit', () => {
  it('marks as read the notifications that link to the page, and no others', async () => {
    history.replaceState(null, '', '/orders/7?tab=2#top')
    const service = createTestService({
      notifications: [
        linkingTo(1, '/orders/7?tab=2'),
        linkingTo(2, `${location.origin}/orders/7?tab=2#comment-3`),
        linkingTo(3, '/orders/7'),
        linkingTo(4, '/orders/7?tab=1'),
        linkingTo(5, 'https://elsewhere.example/orders/7?tab=2'),
        linkingTo(6, '#top'),
        linkingTo(7, '?tab=2'),
        linkingTo(8, undefined),
        linkingTo(9, 'javascript:alert(1)'),
      ],
    })
    await visit(service)
    expect(read(service)).toEqual(['n1', 'n2'])
    expect(service.requestsOf('markAs')).toHaveLength(1)
  })

  it.each([
    ['of the browser', {}],
    ['of a router, which leaves out its base path', { url: '/orders/7' }],
    ['of the app, complete', { url: `${location.origin}/portal/orders/7` }],
  ])('finds the notifications whose `resolveHref` is the page %s', async (_name, options) => {
    history.replaceState(null, '', '/portal/orders/7')
    const service = createTestService({ notifications: [linkingTo(1, '/orders/7'), linkingTo(2, '/portal/orders/7')] })
    await visit(service, options, undefined, { resolveHref: (path) => `/portal${path}` })
    expect(read(service)).toEqual(['n1'])
  })

  it('checks the newest hundred unread notifications, even if no list is open and all were seen', async () => {
    history.replaceState(null, '', '/posts/30')
    const service = createTestService({ notifications: makeNotifications(120, () => ({ seen: true })) })
    await visit(service)
    expect(read(service)).toEqual(['n30'])
    history.pushState(null, '', '/posts/10')
    dispatchEvent(new PopStateEvent('popstate'))
    await pass(100)
    expect(read(service)).toEqual(['n30'])
  })

  it('starts with each browser page that the reader goes to', async () => {
    const service = createTestService({ notifications: makeNotifications(5) })
    const { change } = await visit(service, { url: '/posts/1' })
    expect(read(service)).toEqual(['n1'])
    await change({ url: '/posts/2' })
    expect(read(service)).toEqual(['n1', 'n2'])
    await change({ url: `${location.origin}/posts/3` })
    expect(read(service)).toEqual(['n1', 'n2', 'n3'])
    await change({ url: '/posts/4', enabled: false })
    expect(read(service)).toEqual(['n1', 'n2', 'n3'])
  })

  it('takes a path in a frame without an address of its own', async () => {
    const base = vi.spyOn(document, 'baseURI', 'get').mockReturnValue('https://app.example/')
    const service = createTestService({ notifications: [linkingTo(1, 'https://app.example/orders/7')] })
    const { change } = await visit(service, { url: '/orders/7' })
    expect(read(service)).toEqual(['n1'])
    base.mockReturnValue('blob:https://app.example/8d2c')
    await change({ url: '/orders/8' })
    expect(read(service)).toEqual(['n1'])
    base.mockRestore()
  })

  it('follows the browser’s address if the browser reports its changes', async () => {
    const navigation = new EventTarget()
    vi.stubGlobal('navigation', navigation)
    const service = createTestService({ notifications: makeNotifications(5) })
    const { unmount } = await visit(service)
    act(() => {
      history.pushState(null, '', '/posts/2')
      navigation.dispatchEvent(new Event('currententrychange'))
    })
    await pass(100)
    expect(read(service)).toEqual(['n2'])
    unmount()
    vi.unstubAllGlobals()
  })

  it('marks what arrives during the visit', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    await visit(service, { url: '/posts/9' }, useUnseenCount)
    service.add(makeNotification(9))
    await pass(pollInterval * 1.2)
    expect(read(service)).toEqual(['n9'])
  })

  it('does not repeat a mark that the reader reverts, whether it was read before or not', async () => {
    const service = createTestService({
      notifications: [linkingTo(1, '/here'), { ...linkingTo(2, '/here'), read: true }, linkingTo(3, '/there')],
    })
    const { result, change } = await visit(service, { url: '/here' }, useFeed)
    expect(read(service)).toEqual(['n1', 'n2'])
    act(() => result.current.markAs.mutate({ messageId: ['n1', 'n2'], markAs: 'unread' }))
    await pass(pollInterval * 4)
    await change({ url: '/here#comments' })
    expect(read(service)).toEqual([])
    // Another visit checks them again.
    await change({ url: '/there' })
    await change({ url: '/here' })
    expect(read(service)).toEqual(['n1', 'n2', 'n3'])
  })

  it('starts when the document becomes visible', async () => {
    setVisibility('hidden')
    const service = createTestService({ notifications: makeNotifications(2) })
    await visit(service, { url: '/posts/1' })
    expect(read(service)).toEqual([])
    act(() => setVisibility('visible'))
    await pass(100)
    expect(read(service)).toEqual(['n1'])
  })

  it('uses the app’s own `match`', async () => {
    const service = createTestService({ notifications: makeNotifications(4) })
    const match = (target: URL, here: URL) => here.hash === '#all' || target.pathname === here.searchParams.get('post')
    const { change } = await visit(service, { url: '/?post=/posts/2', match })
    expect(read(service)).toEqual(['n2'])
    await change({ url: '/?post=/posts/2#all', match })
    expect(read(service)).toEqual(['n0', 'n1', 'n2', 'n3'])
  })

  it('does not offer a failed mark for a retry', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    service.fail('markAs', { status: 500 })
    const { result } = await visit(service, { url: '/posts/1' })
    await pass(1_000)
    expect(read(service)).toEqual([])
    expect(result.current.failed).toEqual([])
  })

  it('makes one request', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const { change } = await visit(service, { url: '/posts/9' })
    await change({ url: '/posts/8' })
    await pass(pollInterval * 4)
    expect(service.requests).toHaveLength(1)
  })
})
