import { act, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseRichText } from '../../../src/content/parseRichText.ts'
import {
  ArrivalSound,
  DesktopNotifications,
  FaviconBadge,
  Inbox,
  InboxPage,
  type InboxProps,
  MarkReadOnVisit,
  TitleCount,
} from '../../../src/index.ts'
import { arabic } from '../../../src/languages/ar.ts'
import { german } from '../../../src/languages/de.ts'
import { createTestService, makeNotification, makeNotifications } from '../../../src/testing/index.ts'
import { createFakeDesktop } from '../../hooks/fakeDesktop.ts'
import { pass } from '../../setup/pass.ts'
import { user } from '../../setup/user.ts'
import { setVisibility } from '../setVisibility.ts'

const pollInterval = 1000
const common = { subscriberId: 'ada', baseUrl: '/api/inbox', retry: false, pollInterval } as const
const environment = () => ({ gatherFor: 1, gatherSeenFor: 1, openBroadcast: () => undefined, locks: undefined })

beforeEach(() => {
  vi.useFakeTimers()
  document.head.innerHTML = '<title>Orders</title><link rel="icon" href="/own.svg">'
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  setVisibility('visible')
})

const show = (service: ReturnType<typeof createTestService>, props: Partial<InboxProps>) =>
  render(<Inbox {...common} fetch={service.fetch} environment={environment()} {...props} />, { wrapper: StrictMode })

describe('extras', () => {
  it.each([
    ['<Inbox>', Inbox],
    ['<InboxPage>', InboxPage],
  ])('work in %s, and unmount with it', async (_name, Layout) => {
    const service = createTestService({ notifications: makeNotifications(2) })
    const element = (subscriberId: string | null) => (
      <StrictMode>
        <Layout
          {...common}
          subscriberId={subscriberId}
          fetch={service.fetch}
          environment={environment()}
          seenWhen="never"
        >
          <TitleCount />
          <FaviconBadge href="/new.svg" />
          <ArrivalSound />
          <MarkReadOnVisit url="/posts/1" />
        </Layout>
      </StrictMode>
    )
    const { rerender } = render(element('ada'))
    await pass(200)
    // MarkReadOnVisit marked one as read, and so as seen.
    expect(document.title).toBe('(1) Orders')
    expect(document.querySelector('link')).toHaveAttribute('href', '/new.svg')
    expect(service.notifications().map(({ read }) => read)).toEqual([true, false])
    rerender(element(null))
    expect(document.title).toBe('Orders')
    expect(document.querySelector('link')).toHaveAttribute('href', '/own.svg')
  })

  it('show the number in the reader’s numerals', async () => {
    const service = createTestService({ notifications: makeNotifications(120) })
    show(service, { ...arabic, locale: 'ar-EG', children: <TitleCount /> })
    await pass(200)
    expect(document.title).toBe('(٩٩+) Orders')
  })
})

describe('<DesktopNotifications>', () => {
  it('passes the permission to its children', async () => {
    const { requestPermission } = createFakeDesktop('default')
    const service = createTestService()
    show(service, {
      children: (
        <DesktopNotifications>
          {({ permission, request }) =>
            permission === 'default' && (
              <button type="button" onClick={() => void request()}>
                Tell me
              </button>
            )
          }
        </DesktopNotifications>
      ),
    })
    await user().click(screen.getByRole('button', { name: 'Tell me' }))
    expect(requestPermission).toHaveBeenCalledOnce()
    expect(screen.queryByRole('button', { name: 'Tell me' })).toBeNull()
  })

  it('opens a clicked notification as the list does: a router may take over', async () => {
    const desktop = createFakeDesktop()
    const service = createTestService({ notifications: makeNotifications(2) })
    const onOpen = vi.fn<NonNullable<InboxProps['onOpen']>>()
    const navigate = vi.fn()
    const resolveHref = (path: string) => `/portal${path}`
    show(service, { onOpen, navigate, resolveHref, children: <DesktopNotifications /> })
    await pass(200)
    act(() => setVisibility('hidden'))
    service.add(makeNotification(5))
    await pass(2 * pollInterval)
    expect(desktop.titles()).toEqual(['Notification 5'])
    act(() => desktop.click('Notification 5'))
    await pass(100)
    const [notification, event] = onOpen.mock.calls[0] ?? []
    expect(onOpen).toHaveBeenCalledOnce()
    expect(notification?._id).toBe('n5')
    expect(event?.currentTarget ?? event?.target).toHaveAttribute('href', '/portal/posts/5')
    expect(event).toMatchObject({ button: 0, metaKey: false, defaultPrevented: true })
    expect(navigate.mock.calls).toEqual([['/posts/5']])
    expect(service.notifications()[0]).toMatchObject({ _id: 'n5', read: true })
  })

  it.each([
    ['text', 'text', '**Hi** <b>Ada</b>', '**Hi** <b>Ada</b>'],
    ['rich text', parseRichText, '**Hi** [Ada](https://a.example)', 'Hi Ada'],
    ['HTML', { html: (html: string) => html }, '<p><b>Hi</b> Ada &amp; Bo</p>', 'Hi Ada & Bo'],
  ] as const)('says the words of %s', async (_name, format, content, words) => {
    const desktop = createFakeDesktop()
    const service = createTestService({ notifications: makeNotifications(2) })
    show(service, {
      content: format,
      children: <DesktopNotifications />,
    })
    await pass(200)
    act(() => setVisibility('hidden'))
    service.add(makeNotification(5, { content }))
    service.add(makeNotification(6, { content, subject: null }))
    await pass(2 * pollInterval)
    expect(desktop.bodies()).toEqual([words, ''])
    expect(desktop.titles()).toEqual(['Notification 5', words])
  })

  it('has the reader’s language', async () => {
    const desktop = createFakeDesktop()
    const service = createTestService({ notifications: makeNotifications(2) })
    show(service, { ...german, children: <DesktopNotifications max={1} /> })
    await pass(200)
    act(() => setVisibility('hidden'))
    service.add(makeNotification(5))
    service.add(makeNotification(6))
    await pass(2 * pollInterval)
    expect(desktop.titles()).toEqual(['2 neue Benachrichtigungen'])
  })
})
