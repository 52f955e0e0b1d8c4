import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ArrivalSoundOptions, useArrivalSound, useFeed } from '../../../src/hooks/index.ts'
import { persistInbox } from '../../../src/persist/index.ts'
import type { InboxEnvironment } from '../../../src/state/inboxStore.ts'
import { createTestService, makeNotification, makeNotifications, type TestService } from '../../../src/testing/index.ts'
import { setVisibility } from '../../components/setVisibility.ts'
import { pass } from '../../setup/pass.ts'
import { createFakeBrowser } from '../fakeBrowser.ts'
import { renderInbox } from '../inboxHarness.tsx'
import { createMemoryStorage } from '../pages.tsx'

const pollInterval = 30_000
const played: { src: string; volume: number }[] = []
const play = vi.fn<() => Promise<void>>()
const userActivation = { hasBeenActive: true, isActive: false }

let start = 0

beforeEach(() => {
  vi.useFakeTimers()
  // Each test starts an hour later, so that the pause after the last sound is over.
  vi.advanceTimersByTime((start += 3_600_000))
  played.length = 0
  play.mockReset().mockResolvedValue()
  userActivation.hasBeenActive = true
  // jsdom has neither sound nor user activation.
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    played.push({ src: new URL(this.src).pathname, volume: this.volume })
    return play()
  })
  Object.defineProperty(navigator, 'userActivation', { configurable: true, value: userActivation })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'userActivation')
  setVisibility('visible')
})

const listen = async (
  service: TestService,
  options: ArrivalSoundOptions = {},
  environment: Partial<InboxEnvironment> = createFakeBrowser(),
) => {
  const view = renderInbox(service, () => useArrivalSound({ src: '/ding.mp3', ...options }), {
    pollInterval,
    environment: { gatherFor: 1, random: () => 0.5, ...environment },
  })
  await pass(100)
  return view
}
const poll = () => pass(pollInterval * 1.2)

describe('a sound', () => {
  it('plays for an arrival, not for what was there before', async () => {
    const service = createTestService({ notifications: makeNotifications(3) })
    await listen(service, { volume: 0.2 })
    await poll()
    expect(played).toEqual([])
    service.add(makeNotification(5))
    await poll()
    expect(played).toEqual([{ src: '/ding.mp3', volume: 0.2 }])
    await poll()
    expect(played).toHaveLength(1)
  })

  it('does not play for older pages, what was seen elsewhere, or what is marked as unseen', async () => {
    const service = createTestService({ notifications: makeNotifications(50, () => ({ seen: true, read: true })) })
    const { result } = renderInbox(
      service,
      () => {
        useArrivalSound({ src: '/ding.mp3' })
        return useFeed({}, { pageSize: 5 })
      },
      { pollInterval },
    )
    await pass(100)
    await act(() => result.current.fetchNextPage())
    service.mark('n1', 'unread')
    service.mark('n1', 'unseen')
    service.add(makeNotification(60, { seen: true }))
    await poll()
    expect(played).toEqual([])
  })

  it('does not play for what arrived since the last visit', async () => {
    const service = createTestService({ notifications: makeNotifications(3) })
    const { storage } = createMemoryStorage()
    const open = () =>
      renderInbox(service, () => useArrivalSound({ src: '/ding.mp3' }), {
        pollInterval,
        persist: persistInbox(storage),
      })
    const first = open()
    await pass(5_000)
    first.unmount()
    service.add(makeNotification(7))
    await pass(60_000)
    open()
    await pass(1_000)
    expect(played).toEqual([])
    service.add(makeNotification(8))
    await poll()
    expect(played).toHaveLength(1)
  })

  it('is played by one tab of the browser, although all of them get the arrival', async () => {
    const service = createTestService({ notifications: makeNotifications(3) })
    const browser = createFakeBrowser()
    for (let tab = 0; tab < 5; tab++) await listen(service, {}, browser)
    service.add(makeNotification(5))
    await poll()
    await pass(2_000)
    expect(played).toHaveLength(1)
    service.add(makeNotification(6))
    await poll()
    expect(played).toHaveLength(2)
  })

  it('plays in a hidden document, with one request per interval', async () => {
    const service = createTestService({ notifications: makeNotifications(3) })
    await listen(service)
    act(() => setVisibility('hidden'))
    const before = service.requestsOf('getFeed').length
    service.add(makeNotification(5))
    await pass(pollInterval * 3.1)
    expect(played).toHaveLength(1)
    expect(service.requestsOf('getFeed').length - before).toBe(3)
  })

  it('does not play if it is disabled, or if `where` excludes the arrival', async () => {
    const service = createTestService({ notifications: makeNotifications(3) })
    await listen(service, { enabled: false })
    await listen(service, { where: ({ tags }) => tags?.includes('urgent') === true })
    service.add(makeNotification(5))
    await poll()
    expect(played).toEqual([])
    service.add(makeNotification(6, { tags: ['urgent'] }))
    await poll()
    expect(played).toHaveLength(1)
  })

  it('plays once for several arrivals within a second', async () => {
    const service = createTestService({ notifications: makeNotifications(3) })
    await listen(service)
    const second = createTestService({ subscriberId: 'bob', notifications: [] })
    renderInbox(second, () => useArrivalSound({ src: '/ding.mp3' }), {
      subscriberId: 'bob',
      pollInterval,
      environment: { random: () => 0.5 },
    })
    await pass(100)
    service.add(makeNotification(5))
    second.add(makeNotification(6, { createdAt: new Date().toISOString() }))
    await poll()
    expect(played).toHaveLength(1)
  })

  it('that the browser forbids is no error, and one that can’t be loaded is a warning', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const service = createTestService({ notifications: makeNotifications(3) })
    await listen(service)
    play.mockRejectedValueOnce(new DOMException('No gesture yet.', 'NotAllowedError'))
    service.add(makeNotification(5))
    await poll()
    expect(played).toHaveLength(1)
    expect(warn).not.toHaveBeenCalled()
    play.mockRejectedValueOnce(new DOMException('No such file.', 'NotSupportedError'))
    service.add(makeNotification(6))
    await poll()
    expect(warn).toHaveBeenCalledOnce()
    expect(warn.mock.calls[0]?.[0]).toMatch(/\/ding\.mp3.*TIDINGS_214/)
  })

  it('does not play before the user has touched the page, because browsers forbid it', async () => {
    userActivation.hasBeenActive = false
    const service = createTestService({ notifications: makeNotifications(3) })
    await listen(service)
    service.add(makeNotification(5))
    await poll()
    expect(played).toEqual([])
    userActivation.hasBeenActive = true
    service.add(makeNotification(6))
    await poll()
    expect(played).toHaveLength(1)
  })

  it('needs no file', async () => {
    const started: number[] = []
    const node = { connect: (next: unknown) => next, start: (at: number) => started.push(at), stop: () => {} }
    const gain = { setValueAtTime: () => {}, linearRampToValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} }
    vi.stubGlobal(
      'AudioContext',
      vi.fn(function () {
        return { currentTime: 10, destination: {}, resume: () => Promise.resolve() }
      }),
    )
    vi.stubGlobal(
      'OscillatorNode',
      vi.fn(function () {
        return node
      }),
    )
    vi.stubGlobal(
      'GainNode',
      vi.fn(function () {
        return { ...node, gain }
      }),
    )
    const service = createTestService({ notifications: makeNotifications(3) })
    const { unmount } = await listen(service, { src: undefined })
    service.add(makeNotification(5))
    await poll()
    expect(started).toHaveLength(2)
    expect(played).toEqual([])
    unmount()
    vi.unstubAllGlobals()
  })
})
