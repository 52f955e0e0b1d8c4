import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type DesktopNotificationsOptions, useDesktopNotifications, useMarkAs } from '../../../src/hooks/index.ts'
import type { InboxEnvironment } from '../../../src/state/inboxStore.ts'
import { createTestService, makeNotification, makeNotifications, type TestService } from '../../../src/testing/index.ts'
import { setVisibility } from '../../components/setVisibility.ts'
import { pass } from '../../setup/pass.ts'
import { createFakeBrowser } from '../fakeBrowser.ts'
import { createFakeDesktop } from '../fakeDesktop.ts'
import { renderInbox } from '../inboxHarness.tsx'

const pollInterval = 30_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  setVisibility('visible')
})

const watch = async (
  service: TestService,
  options: DesktopNotificationsOptions = {},
  environment: Partial<InboxEnvironment> = createFakeBrowser(),
) => {
  const view = renderInbox(service, () => ({ ...useDesktopNotifications(options), markAs: useMarkAs() }), {
    pollInterval,
    environment: { gatherFor: 1, random: () => 0.5, ...environment },
  })
  await pass(100)
  return view
}
const poll = () => pass(pollInterval * 1.2)
const hide = () => act(() => setVisibility('hidden'))

describe('the permission', () => {
  it('is requested only when the app calls `request`', async () => {
    const { requestPermission, titles } = createFakeDesktop('default')
    const service = createTestService()
    const { result } = await watch(service)
    hide()
    service.add(makeNotification(1, { createdAt: new Date().toISOString() }))
    await poll()
    expect(result.current.permission).toBe('default')
    expect(requestPermission).not.toHaveBeenCalled()
    expect(titles()).toEqual([])

    await act(() => result.current.request())
    expect(result.current.permission).toBe('granted')
    await pass(100)
    service.add(makeNotification(2, { createdAt: new Date().toISOString() }))
    await poll()
    expect(titles()).toEqual(['Notification 2'])
  })

  it('is not requested again after it was denied', async () => {
    const { requestPermission } = createFakeDesktop('denied')
    const { result } = await watch(createTestService())
    await expect(act(() => result.current.request())).resolves.toBe('denied')
    expect(requestPermission).not.toHaveBeenCalled()
  })

  it('is unsupported in a browser without desktop notifications', async () => {
    const { result } = await watch(createTestService())
    expect(result.current.permission).toBe('unsupported')
    await expect(act(() => result.current.request())).resolves.toBe('unsupported')
  })
})

describe('an arrival', () => {
  it('shows on the desktop only while the document is hidden', async () => {
    const desktop = createFakeDesktop()
    const service = createTestService({ notifications: makeNotifications(3) })
    await watch(service)
    service.add(makeNotification(4))
    await poll()
    expect(desktop.titles()).toEqual([])
    hide()
    await poll()
    service.add(makeNotification(5))
    service.add(makeNotification(6, { subject: null, content: 'Without a subject' }))
    await poll()
    expect(desktop.titles()).toEqual(['Notification 5', 'Without a subject'])
    expect(desktop.bodies()).toEqual(['Body of notification 5', ''])
  })

  it('shows nothing of what is archived already', async () => {
    const desktop = createFakeDesktop()
    const service = createTestService({ notifications: makeNotifications(3), likeProduction: true })
    await watch(service)
    hide()
    service.add(makeNotification(4, { archived: true }))
    service.add(makeNotification(5))
    await poll()
    expect(desktop.titles()).toEqual(['Notification 5'])
  })

  it('shows once in any number of tabs', async () => {
    const desktop = createFakeDesktop()
    const service = createTestService({ notifications: makeNotifications(3) })
    const browser = createFakeBrowser()
    for (let tab = 0; tab < 4; tab++) await watch(service, {}, browser)
    hide()
    service.add(makeNotification(5))
    await poll()
    await pass(2_000)
    expect(desktop.times()).toBe(1)
  })

  it('shows nothing while another tab of the app is visible', async () => {
    const desktop = createFakeDesktop()
    const service = createTestService({ notifications: makeNotifications(3) })
    // A visible tab claims the arrival at once.
    const browser = createFakeBrowser()
    await watch(service, {}, browser)
    hide()
    service.add(makeNotification(5))
    void browser.locks.request('tidings /api/inbox ada desktop n5', {}, () => new Promise(() => {}))
    await poll()
    await pass(2_000)
    expect(desktop.times()).toBe(0)
  })

  it('shows if the browser forbids locks, as in a sandboxed frame', async () => {
    const desktop = createFakeDesktop()
    const service = createTestService({ notifications: makeNotifications(3) })
    const forbidden = () => Promise.reject(new DOMException('Not in a sandbox.', 'SecurityError'))
    await watch(service, {}, { ...createFakeBrowser(), locks: { request: forbidden } })
    hide()
    service.add(makeNotification(5))
    await poll()
    expect(desktop.titles()).toEqual(['Notification 5'])
  })

  it('is reported to onError if the app’s function throws', async () => {
    createFakeDesktop()
    const service = createTestService({ notifications: makeNotifications(3) })
    const onError = vi.fn()
    const describeIt = () => {
      throw new TypeError('No such language.')
    }
    renderInbox(service, () => useDesktopNotifications({ describe: describeIt }), {
      pollInterval,
      onError,
      environment: { random: () => 0.5, ...createFakeBrowser() },
    })
    await pass(100)
    hide()
    service.add(makeNotification(5))
    await poll()
    expect(onError.mock.calls).toEqual([[expect.objectContaining({ message: 'No such language.' })]])
  })

  it('with many others shows as one summary', async () => {
    const desktop = createFakeDesktop()
    const service = createTestService({ notifications: makeNotifications(3) })
    await watch(service)
    hide()
    for (let number = 10; number < 15; number++) service.add(makeNotification(number))
    await poll()
    expect(desktop.titles()).toEqual(['5 new notifications'])
  })

  it('with several others shows in full, even if the poll fetches only the newest one', async () => {
    const desktop = createFakeDesktop()
    const service = createTestService({ notifications: makeNotifications(150) })
    await watch(service)
    hide()
    await poll()
    expect(service.requests.at(-1)?.query).toMatchObject({ limit: '1' })
    service.add(makeNotification(200))
    service.add(makeNotification(201))
    service.add(makeNotification(202))
    await poll()
    expect(desktop.titles()).toEqual(['Notification 200', 'Notification 201', 'Notification 202'])
  })

  it('shows the text of `describe`, if `where` includes it', async () => {
    const desktop = createFakeDesktop()
    const service = createTestService({ notifications: makeNotifications(3) })
    await watch(service, {
      where: ({ tags }) => tags?.includes('urgent') === true,
      describe: ({ _id }) => ({ title: `Urgent: ${_id}`, text: 'Look!' }),
    })
    hide()
    service.add(makeNotification(5))
    service.add(makeNotification(6, { tags: ['urgent'] }))
    await poll()
    expect(desktop.titles()).toEqual(['Urgent: n6'])
    expect(desktop.bodies()).toEqual(['Look!'])
  })

  it('focuses the page after a click, is marked as read, and is opened', async () => {
    const desktop = createFakeDesktop()
    const service = createTestService({ notifications: makeNotifications(3) })
    const open = vi.fn()
    await watch(service, { open })
    hide()
    service.add(makeNotification(5))
    await poll()
    act(() => desktop.click('Notification 5'))
    await pass(100)
    expect(window.focus).toHaveBeenCalledOnce()
    expect(open).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ _id: 'n5' }))
    expect(service.notifications()[0]).toMatchObject({ _id: 'n5', read: true })
    expect(desktop.titles()).toEqual([])
  })

  it('follows its link after a click, unless the link is unsafe', async () => {
    const desktop = createFakeDesktop()
    const followed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    const service = createTestService({ notifications: makeNotifications(3) })
    await watch(service)
    hide()
    service.add(makeNotification(5, { cta: { data: { url: 'https://elsewhere.example/x' } } }))
    service.add(makeNotification(6, { cta: { data: { url: 'javascript:alert(1)' } } }))
    await poll()
    act(() => desktop.click('Notification 6'))
    expect(followed).not.toHaveBeenCalled()
    act(() => desktop.click('Notification 5'))
    expect(followed.mock.contexts[0]).toMatchObject({
      href: 'https://elsewhere.example/x',
      target: '_blank',
      rel: 'noopener noreferrer',
    })
  })

  it('closes when it is read in another tab or on another device, deleted, or the inbox unmounts', async () => {
    const desktop = createFakeDesktop()
    const service = createTestService({ notifications: makeNotifications(3) })
    const browser = createFakeBrowser()
    const { unmount } = await watch(service, { max: 9 }, browser)
    const { result: other } = await watch(service, { enabled: false }, browser)
    hide()
    for (const number of [5, 6, 7, 8]) service.add(makeNotification(number))
    await poll()
    expect(desktop.titles()).toHaveLength(4)
    act(() => other.current.markAs.mutate({ messageId: 'n5', markAs: 'read' }))
    await pass(100)
    expect(desktop.titles()).toEqual(['Notification 6', 'Notification 7', 'Notification 8'])
    service.mark('n6', 'read')
    service.remove('n7')
    await poll()
    expect(desktop.titles()).toEqual(['Notification 8'])
    unmount()
    expect(desktop.titles()).toEqual([])
  })

  it('is a warning if the browser shows no notifications of pages', async () => {
    vi.stubGlobal(
      'Notification',
      class {
        static permission = 'granted'
        constructor() {
          throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.')
        }
      },
    )
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const service = createTestService({ notifications: makeNotifications(3) })
    await watch(service)
    hide()
    service.add(makeNotification(5))
    await poll()
    expect(warn).toHaveBeenCalledOnce()
  })
})
