import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestService, inboxProps, makeNotification, makeNotifications } from '../../src/testing/index.ts'
import { inboxIn } from '../../src/testing/react.ts'

/*
 * Browsers refuse features in frames of another site, in sandboxes and by settings. They are missing, throw when they
 * are read, or fail when they are called. Some are read while the code loads.
 */

const refuse = (): never => {
  throw new DOMException('Access is denied for this document.', 'SecurityError')
}
const reject = async () => refuse()

const RefusedChannel = function RefusedChannel() {
  return refuse()
}
class SilentChannel {
  postMessage = refuse
  addEventListener() {}
  close() {}
}
const notification = (requestPermission: () => unknown) => ({ permission: 'default', requestPermission })

/** What each feature is, by the way in which it is refused. */
const features: [name: string, of: object, key: string, values: Record<string, unknown>][] = [
  ['Web Locks', navigator, 'locks', { throws: { request: refuse }, rejects: { request: reject } }],
  [
    'localStorage',
    globalThis,
    'localStorage',
    { 'is null': null, throws: { getItem: refuse, setItem: refuse, removeItem: refuse, key: refuse, length: 1 } },
  ],
  ['BroadcastChannel', globalThis, 'BroadcastChannel', { throws: RefusedChannel, 'throws later': SilentChannel }],
  [
    'Notification',
    globalThis,
    'Notification',
    { 'is null': null, throws: notification(refuse), rejects: notification(reject) },
  ],
  ['permissions', navigator, 'permissions', { throws: { query: refuse }, rejects: { query: reject } }],
]
const cases = features.flatMap(([name, of, key, values]) => [
  { name, how: 'is absent', of, key, found: { value: undefined } },
  { name, how: 'throws when it is read', of, key, found: { get: refuse } },
  ...Object.entries(values).map(([how, value]) => ({ name, how, of, key, found: { value } })),
])

const uncaught = vi.fn()
const warn = vi.fn<(message: string) => void>()
let restore = () => {}

beforeEach(() => {
  uncaught.mockClear()
  warn.mockClear()
  vi.spyOn(console, 'warn').mockImplementation(warn)
  process.on('unhandledRejection', uncaught)
})
afterEach(() => {
  restore()
  process.off('unhandledRejection', uncaught)
  vi.restoreAllMocks()
  vi.resetModules()
})

it.each(cases)(
  'the inbox is live, marks and can be cleared where $name $how',
  async ({ name, how, of, key, found }) => {
    const before = Object.getOwnPropertyDescriptor(of, key)
    Object.defineProperty(of, key, { configurable: true, ...found })
    restore = () => {
      if (before) Object.defineProperty(of, key, before)
      else Reflect.deleteProperty(of, key)
    }
    vi.resetModules()
    const { DesktopNotifications, Inbox, useLiveStatus } = await import('../../src/index.ts')
    const { clearInbox, persistInbox } = await import('../../src/persist/index.ts')
    const Status = () => <output>{useLiveStatus()}</output>
    const service = createTestService({ notifications: makeNotifications(3), live: true })
    const onError = vi.fn<(error: Error) => void>()
    const { container, unmount } = render(
      <Inbox
        {...inboxProps(service)}
        environment={{ gatherFor: 1, gatherSeenFor: 1, random: () => 0 }}
        pollInterval={0}
        persist={persistInbox()}
        onError={onError}
      >
        <Status />
        <DesktopNotifications>
          {({ permission, request }) => <button onClick={() => void request()}>Notify me: {permission}</button>}
        </DesktopNotifications>
      </Inbox>,
    )
    const inbox = inboxIn(container)
    await waitFor(() => expect(container.querySelector('output')).toHaveTextContent('live'))
    act(() => service.add(makeNotification(3)))
    await waitFor(() => expect(inbox.count()).toBe(4))
    await act(async () => screen.getByRole('button', { name: /Notify me/ }).click())
    await inbox.open()
    await inbox.click('Mark as read', inbox.row('n0'))
    await waitFor(() => expect(service.notifications().find(({ _id }) => _id === 'n0')).toMatchObject({ read: true }))
    await clearInbox()
    unmount()
    await new Promise((resolve) => setImmediate(resolve))
    expect(uncaught).not.toHaveBeenCalled()
    const codes = onError.mock.calls.map(([{ message }]) => message)
    expect(codes).toEqual(name === 'localStorage' ? [expect.stringMatching(/TIDINGS_209/)] : [])
    const isRefusal = how !== 'is absent' && how !== 'is null'
    const warnings = warn.mock.calls.filter(([message]) => message.includes(`may not use ${name}`))
    expect(warnings.length > 0).toBe(isRefusal && name !== 'localStorage' && name !== 'permissions')
  },
)
