import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
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
const leadingTo = (number: number, url: string | undefined) =>
  makeNotification(number, { cta: { data: url === undefined ? {} : { url } } })

beforeEach(() => {
  vi.useFakeTimers()
  history.replaceState(null, '', '/')
})
afterEach(() => {
  vi.useRealTimers()
  setVisibility('visible')
})

/** The ids that the service has as read. */
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
  /** What else stands in the page. */
  useMore: () => unknown = nothingElse,
) => {
  let options = first
  const view = renderInbox(
    service,
    () => {
      useMarkReadOnVisit(options)
      useMore()
      return { markAs: useMarkAs(), failed: useFailedMarks().failed }
    },
    { pollInterval },
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
  it('marks as read what leads to the page, and nothing else', async () => {
    history.replaceState(null, '', '/orders/7?tab=2#top')
    const service = createTestService({
      notifications: [
        leadingTo(1, '/orders/7?tab=2'),
        leadingTo(2, `${location.origin}/orders/7?tab=2#comment-3`),
        leadingTo(3, '/orders/7'),
        leadingTo(4, '/orders/7?tab=1'),
        leadingTo(5, 'https://elsewhere.example/orders/7?tab=2'),
        leadingTo(6, '#top'),
        leadingTo(7, '?tab=2'),
        leadingTo(8, undefined),
        leadingTo(9, 'javascript:alert(1)'),
      ],
    })
    await visit(service)
    expect(read(service)).toEqual(['n1', 'n2'])
    expect(service.requestsOf('markAs')).toHaveLength(1)
  })

  it('knows of the newest hundred unread, though no list is open and all of them were seen', async () => {
    history.replaceState(null, '', '/posts/30')
    const service = createTestService({ notifications: makeNotifications(120, () => ({ seen: true })) })
    await visit(service)
    expect(read(service)).toEqual(['n30'])
    history.pushState(null, '', '/posts/10')
    dispatchEvent(new PopStateEvent('popstate'))
    await pass(100)
    expect(read(service)).toEqual(['n30'])
  })

  it('begins with each page that the reader goes to', async () => {
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

  it('follows the browser’s address, where it tells of it', async () => {
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

  it('marks what arrives meanwhile', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    await visit(service, { url: '/posts/9' }, useUnseenCount)
    service.add(makeNotification(9))
    await pass(pollInterval * 1.2)
    expect(read(service)).toEqual(['n9'])
  })

  it('does not fight with a reader who marks as unread there, read before or not', async () => {
    const service = createTestService({
      notifications: [leadingTo(1, '/here'), { ...leadingTo(2, '/here'), read: true }, leadingTo(3, '/there')],
    })
    const { result, change } = await visit(service, { url: '/here' }, useFeed)
    expect(read(service)).toEqual(['n1', 'n2'])
    act(() => result.current.markAs.mutate({ messageId: ['n1', 'n2'], markAs: 'unread' }))
    await pass(pollInterval * 4)
    await change({ url: '/here#comments' })
    expect(read(service)).toEqual([])
    // Another visit is another visit.
    await change({ url: '/there' })
    await change({ url: '/here' })
    expect(read(service)).toEqual(['n1', 'n2', 'n3'])
  })

  it('counts once the document is on the screen', async () => {
    setVisibility('hidden')
    const service = createTestService({ notifications: makeNotifications(2) })
    await visit(service, { url: '/posts/1' })
    expect(read(service)).toEqual([])
    act(() => setVisibility('visible'))
    await pass(100)
    expect(read(service)).toEqual(['n1'])
  })

  it('goes by a rule of the host’s', async () => {
    const service = createTestService({ notifications: makeNotifications(4) })
    const match = (target: URL, here: URL) => here.hash === '#all' || target.pathname === here.searchParams.get('post')
    const { change } = await visit(service, { url: '/?post=/posts/2', match })
    expect(read(service)).toEqual(['n2'])
    await change({ url: '/?post=/posts/2#all', match })
    expect(read(service)).toEqual(['n0', 'n1', 'n2', 'n3'])
  })

  it('that could not be told is nothing for the reader to try again', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    service.fail('markAs', { status: 500 })
    const { result } = await visit(service, { url: '/posts/1' })
    await pass(1_000)
    expect(read(service)).toEqual([])
    expect(result.current.failed).toEqual([])
  })

  it('costs one request', async () => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const { change } = await visit(service, { url: '/posts/9' })
    await change({ url: '/posts/8' })
    await pass(pollInterval * 4)
    expect(service.requests).toHaveLength(1)
  })
})
