import { act, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createInboxClient } from '../../src/client/index.ts'
import type { LiveHint, LiveStatus } from '../../src/contract/live/liveStream.ts'
import { Bell, Inbox, useLiveStatus, useUnseenCount } from '../../src/index.ts'
import {
  createTestService,
  inboxProps,
  makeNotification,
  makeNotifications,
  type TestServiceOptions,
} from '../../src/testing/index.ts'
import { inboxIn, renderWithInbox } from '../../src/testing/react.ts'

const arrange = (options: TestServiceOptions = {}) => {
  const service = createTestService({ notifications: makeNotifications(3), live: true, ...options })
  const client = createInboxClient({ baseUrl: '/inbox', fetch: service.fetch, retry: false })
  /** Opens a stream, and records its events. */
  const open = (streamId: string, subscriberId = 'ada') => {
    const stop = new AbortController()
    const events: (LiveStatus | LiveHint)[] = []
    const onEvent = (event: LiveStatus | LiveHint) => void events.push(event)
    const ended = client.streamHints?.(subscriberId, {
      streamId,
      signal: stop.signal,
      onStatus: onEvent,
      onHint: onEvent,
    })
    ended?.catch(() => undefined)
    return { events, ended, stop: () => stop.abort(new Error('No longer needed.')) }
  }
  return { service, client, open }
}
const opened = { complete: true }

describe('the stream of a test service', () => {
  it('starts with its status, and gets a hint for each change', async () => {
    const { service, client, open } = arrange()
    const { events, stop } = open('one')
    await expect.poll(() => events).toEqual([opened])
    service.add(makeNotification(3))
    service.mark('n0', 'read')
    service.mark('n0', 'read')
    service.remove('n1')
    service.remove('n1')
    await client.markAs('ada', { messageId: 'n2', markAs: 'seen' })
    await client.markAll('ada', { markAs: 'read' })
    await client.markAll('ada', { markAs: 'read' })
    await expect.poll(() => events).toEqual([opened, {}, {}, {}, {}, {}])
    service.live.hint({ early: true, spread: 20 })
    await expect.poll(() => events.at(-1)).toEqual({ early: true, spread: 20 })
    stop()
  })

  it('gets no hint of a mark that its own browser made', async () => {
    const { client, open } = arrange()
    const streams = [open('one'), open('two')]
    await expect.poll(() => streams.map(({ events }) => events)).toEqual([[opened], [opened]])
    await client.markAs('ada', { messageId: 'n2', markAs: 'read' }, { streamId: 'one' })
    await expect.poll(() => streams.map(({ events }) => events)).toEqual([[opened], [opened, {}]])
    for (const { stop } of streams) stop()
  })

  it('is listed apart from other requests, until it is aborted or cut', async () => {
    const { service, open } = arrange()
    const streams = [open('one'), open('two')]
    await expect.poll(() => service.live.streams).toBe(2)
    expect(service.requests).toEqual([])
    expect(service.live.requests.map(({ headers }) => headers.get('tidings-stream'))).toEqual(['one', 'two'])
    streams[0]?.stop()
    await expect(streams[0]?.ended).rejects.toThrow('No longer needed.')
    expect(service.live.streams).toBe(1)
    service.live.cut()
    await expect(streams[1]?.ended).rejects.toMatchObject({ name: 'NetworkError' })
    expect(service.live.streams).toBe(0)
  })

  it('says when hints do not cover every change', async () => {
    const { service, open } = arrange()
    service.live.setComplete(false)
    const { events, stop } = open('one')
    await expect.poll(() => events).toEqual([{ complete: false }])
    service.live.setComplete(true)
    await expect.poll(() => events).toEqual([{ complete: false }, opened])
    stop()
  })

  it('gets its hints later while they are held', async () => {
    const { service, open } = arrange()
    const { events, stop } = open('one')
    await expect.poll(() => events).toEqual([opened])
    const release = service.live.hold()
    service.live.hold()
    service.add(makeNotification(3))
    release()
    service.live.setComplete(false)
    await expect.poll(() => events).toEqual([opened, { complete: false }])
    service.clear()
    await expect.poll(() => events).toEqual([opened, { complete: false }, {}])
    stop()
  })

  it('is refused as often as planned', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {}) // of the subscriber that does not exist
    onTestFinished(() => void vi.restoreAllMocks())
    const { service, open } = arrange()
    service.live.fail({ status: 429, headers: { 'retry-after': '7' } })
    service.live.fail('lost-request')
    service.live.fail(new Response('<h1>Sign in</h1>', { headers: { 'content-type': 'text/html' } }))
    await expect(open('one').ended).rejects.toMatchObject({ status: 429, retryAfter: 7_000 })
    await expect(open('one').ended).rejects.toMatchObject({ name: 'NetworkError' })
    await expect(open('one').ended).rejects.toMatchObject({ name: 'ContractError' })
    await expect(open('one', 'grace').ended).rejects.toMatchObject({ status: 404 })
    expect(service.live.requests).toHaveLength(4)
    const { events, stop } = open('one')
    await expect.poll(() => events).toEqual([opened])
    stop()
  })

  it('allows only GET', async () => {
    const { service } = arrange()
    const response = await service.fetch('/inbox/v1/subscribers/ada/live', { method: 'POST' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
  })

  it('does not exist by default', async () => {
    const { service, open } = arrange({ live: false })
    await expect(open('one').ended).rejects.toMatchObject({ status: 404, body: { statusCode: 404 } })
    expect([service.live.isEnabled, service.live.requests]).toEqual([false, []])
  })

  describe('over time', () => {
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())

    it('stays open', async () => {
      const { service, open } = arrange()
      const { stop } = open('one')
      await vi.advanceTimersByTimeAsync(300_000)
      expect(service.live.streams).toBe(1)
      stop()
      await vi.advanceTimersByTimeAsync(0)
      expect([service.live.streams, vi.getTimerCount()]).toEqual([0, 0])
    })

    it('never opens with the fault no-response, as behind a proxy that buffers', async () => {
      const { service, open } = arrange()
      service.live.fail('no-response')
      const failed = vi.fn()
      open('one').ended?.catch(failed)
      await vi.advanceTimersByTimeAsync(9_999)
      expect(failed).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(failed).toHaveBeenCalledWith(expect.objectContaining({ name: 'TimeoutError' }))
      expect(service.live.streams).toBe(0)
    })
  })
})

const LiveBell = () => {
  const { count = 0 } = useUnseenCount()
  return (
    <>
      <Bell count={count} open={false} />
      <output>{useLiveStatus()}</output>
    </>
  )
}

describe('an inbox of a live test service', () => {
  const show = async (options: TestServiceOptions = {}) => {
    const { service } = arrange(options)
    const { inbox, container, unmount } = renderWithInbox(<LiveBell />, { service, provider: { pollInterval: 0 } })
    await waitFor(() => expect(inbox.count()).toBe(3))
    return { service, inbox, unmount, status: () => container.querySelector('output')?.textContent }
  }

  it('shows a change without a poll', async () => {
    const { service, inbox, status, unmount } = await show()
    await waitFor(() => expect(status()).toBe('live'))
    service.add(makeNotification(3))
    await waitFor(() => expect(inbox.count()).toBe(4))
    unmount()
    await waitFor(() => expect(service.live.streams).toBe(0))
  })

  it('reconnects after a cut, and polls if the stream is refused', async () => {
    const { service, status } = await show()
    await waitFor(() => expect(status()).toBe('live'))
    act(() => service.live.cut())
    await waitFor(() => expect(service.live.requests.length).toBeGreaterThan(1))
    await waitFor(() => expect(status()).toBe('live'))
    service.live.fail({ status: 503 }, Infinity)
    act(() => service.live.cut())
    await waitFor(() => expect(status()).toBe('polling'))
  })

  it('polls without the option', async () => {
    const { service, status } = await show({ live: false })
    expect([status(), service.live.requests]).toEqual(['polling', []])
  })

  it('has a stream of its own beside another inbox', async () => {
    const { service } = arrange()
    const [first, second] = [1, 2].map(() => inboxIn(render(<Inbox {...inboxProps(service)} />).container))
    await waitFor(() => expect(service.live.streams).toBe(2))
    service.add(makeNotification(3))
    await waitFor(() => expect([first?.count(), second?.count()]).toEqual([4, 4]))
  })
})

describe('the locks of inboxProps', () => {
  const getLocks = () => {
    const { locks } = inboxProps(createTestService({ live: true })).environment
    if (!locks) throw new Error('A live service has locks.')
    return locks
  }
  const nameOf = (lock: Lock | null) => lock?.name

  it('are granted to one after another', async () => {
    const locks = getLocks()
    let release = () => {}
    const order: string[] = []
    const first = locks.request('a', () => new Promise<void>((resolve) => (release = resolve)))
    const second = locks.request('a', () => void order.push('second'))
    const third = locks.request('a', () => void order.push('third'))
    await expect(locks.request('b', nameOf)).resolves.toBe('b')
    await expect(locks.request('a', { ifAvailable: true }, nameOf)).resolves.toBeUndefined()
    expect(order).toEqual([])
    release()
    await Promise.all([first, second, third])
    expect(order).toEqual(['second', 'third'])
    await expect(locks.request('a', { ifAvailable: true }, nameOf)).resolves.toBe('a')
  })

  it('stop waiting when their signal aborts, and are released by a task that fails', async () => {
    const locks = getLocks()
    let fail = (_reason: Error) => {}
    const first = locks.request('a', () => new Promise((_resolve, reject) => (fail = reject)))
    const stop = new AbortController()
    const second = locks.request('a', { signal: stop.signal }, nameOf)
    stop.abort(new Error('No longer needed.'))
    await expect(second).rejects.toThrow('No longer needed.')
    fail(new Error('The task failed.'))
    await expect(first).rejects.toThrow('The task failed.')
    await expect(locks.request('a', { ifAvailable: true }, nameOf)).resolves.toBe('a')
  })
})
